/** With friends: which game? Its form comes next, and then a link to send. */
import { seatsText, shelf } from "../games/shelf";
import { t } from "../i18n";
import "./online.css";

/** Who plays with friends is not alone. */
const forFriends = ([least = 1, most = 1]: readonly number[]) => [Math.max(2, least), most];

export function FriendsPage() {
  return (
    <div class="friends-page open-one">
      <h1>{t("Play with friends")}</h1>
      <p>{t("Choose a game. You then get a link to send; whoever opens it sits down.")}</p>
      <ul>
        {shelf
          .filter(({ seats }) => (seats[1] ?? 1) > 1)
          .map((game) => (
            <li key={game.id}>
              <a href={`#/new/${game.id}/friends`}>
                <img src={game.art} alt="" width="160" height="110" />
                <span>
                  {t(game.name)}
                  <small class="quiet">{seatsText(forFriends(game.seats))}</small>
                </span>
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}
