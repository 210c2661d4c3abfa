/** The end: the rank, the hidden meaning on a page of its own, and the journey as an album. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { colon, t, tn } from "../../i18n";
import { type Player, PlayerSign } from "../../ui/players";
import { Icon } from "../../ui/icons";
import { toast } from "../../ui/toast";
import { typeset } from "../../ui/typeset";
import { saveQuotation } from "./quotation";
import { Picture } from "./Rose";
import {
  bookLang,
  cardLang,
  cardName,
  type Line,
  type Proof,
  type Scene,
  type Turn,
  type View,
} from "./view";
import { proofText, rankName } from "./words";

/** A page that one wants to keep. */
export function Quotation({ scene, view }: { scene: Scene; view: View }) {
  const [typed, setTyped] = useState("");
  const { meaning } = view;
  if (!meaning) return null;
  const sentence = typeset(meaning.sentence ?? typed);
  const { author = "" } = scene.book;
  const title = typeset(scene.book.title ?? "");
  const save = () =>
    void saveQuotation({
      sentence,
      title,
      author,
      page: t("page {n}", { n: meaning.page }),
      card: meaning.card,
    }).then((done) => done || toast(t("This browser could not draw the picture.")));
  return (
    <figure class="nc-quotation">
      <Picture id={meaning.card} said />
      <blockquote lang={bookLang(scene)}>
        <small class="nc-kind">{t("The hidden meaning")}</small>
        {sentence ? (
          <p>{sentence}</p>
        ) : (
          <p class="nc-unwritten">{t("On page {n} of your book", { n: meaning.page })}</p>
        )}
        <footer>
          {title && <cite>{title}</cite>}
          {author && <span>{author}</span>}
          <span>{t("page {n}", { n: meaning.page })}</span>
        </footer>
      </blockquote>
      {scene.book.paper && (
        <label class="nc-type">
          {t("The first whole sentence of that page")}
          <textarea rows={2} value={typed} onInput={(e) => setTyped(e.currentTarget.value)} />
        </label>
      )}
      {sentence && (
        <button type="button" class="button nc-save" onClick={save}>
          <Icon name="save" /> {t("Keep it as a picture")}
        </button>
      )}
    </figure>
  );
}

/** A passage that may be read now, with the words that proved a mission. */
export function PastLines({
  lines,
  lang,
  proof,
}: {
  lines: readonly Line[];
  lang: string;
  proof?: Proof | undefined;
}) {
  const cut = (text: string, line: number): ComponentChildren => {
    const letters = [...typeset(text)];
    const spans = (proof?.spans ?? [])
      .filter(([at]) => at === line)
      .sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0));
    const out: ComponentChildren[] = [];
    let done = 0;
    for (const [, from = 0, to = 0] of spans) {
      if (from < done) continue;
      out.push(
        letters.slice(done, from).join(""),
        <mark key={from}>{letters.slice(from, to).join("")}</mark>,
      );
      done = to;
    }
    out.push(letters.slice(done).join(""));
    return out;
  };
  return (
    <div class="nc-past" lang={lang}>
      {lines.map((line, i) => (
        <p key={i} class={line.start ? "starts" : ""}>
          {cut(line.text, i)}
        </p>
      ))}
    </div>
  );
}

function TurnEntry({ scene, turn, players }: { scene: Scene; turn: Turn; players: readonly Player[] }) {
  const scout = players[turn.scout];
  const reasons = (turn.reasons ?? []).filter((word): word is string => word !== null);
  return (
    <li class={turn.success ? "found" : turn.aim ? "missed" : ""}>
      <div class="nc-plates">
        {turn.aim && <Picture id={turn.aim} said />}
        {turn.choice && turn.choice !== turn.aim && <Picture id={turn.choice} said />}
      </div>
      <div>
        <p>
          {scout && <PlayerSign player={scout} />} <b>{t("page {n}", { n: turn.page })}</b>{" "}
          {turn.aim && (turn.success ? t("found") : t("missed"))}
          {turn.constraint && ` · ${cardName(turn.constraint)}`}
        </p>
        {turn.mission && (
          <p lang={cardLang(scene, turn.mission)}>
            {turn.right ? "✓" : "✗"} {cardName(turn.mission, cardLang(scene, turn.mission))}
            {turn.proof && colon("", proofText(turn.proof))}
          </p>
        )}
        {reasons.length > 0 && (
          <p lang={bookLang(scene)}>
            <Icon name="pencil" /> {typeset(reasons.join(" · "))}
          </p>
        )}
        {turn.lines && <PastLines lines={turn.lines} lang={bookLang(scene)} proof={turn.proof} />}
      </div>
    </li>
  );
}

/** Every turn that was read, oldest first. */
export function Album({ scene, view, players }: { scene: Scene; view: View; players: readonly Player[] }) {
  if (!view.journal.length) return <p class="quiet">{t("Nothing has been read yet.")}</p>;
  return (
    <ol class="nc-album">
      {view.journal.map((turn) => (
        <TurnEntry key={turn.turn} scene={scene} turn={turn} players={players} />
      ))}
    </ol>
  );
}

export function Ending({ scene, view, players }: { scene: Scene; view: View; players: readonly Player[] }) {
  return (
    <div class="nc-ending">
      {view.rank !== undefined && (
        <p class="nc-rank">
          <b>{rankName(view.rank)}</b> <span>{tn("{n} point", "{n} points", view.points)}</span>
        </p>
      )}
      <Quotation scene={scene} view={view} />
      <h3>{t("Album of the journey")}</h3>
      <Album scene={scene} view={view} players={players} />
    </div>
  );
}
