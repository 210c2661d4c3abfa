/** The rules of a game, from docs/rules, in the reader's language. */
import { useEffect, useState } from "preact/hooks";
import { cover } from "../games/shelf";
import { learnArea, t } from "../i18n";
import { prefs } from "../prefs";
import { useStore } from "../store";
import { type Diagrams, Figure } from "../ui/diagram";
import { type DrawFigure, Markdown } from "../ui/Markdown";
import { Nothing } from "../ui/Nothing";
import { useFetched } from "../ui/useFetched";
import "./rules.css";

const pages = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default" });

/** A game's drawings for its rules, in its folder: ![caption](diagram:name) names one. */
const drawings = import.meta.glob<Diagrams>("../games/*/Diagrams.tsx", { import: "diagrams" });

function toGallery(): void {
  const heading = document.getElementById("gallery");
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** The text in the reader's language; null: there is none, undefined: on its way. */
function useRules(game: string): string | null | undefined {
  const { lang } = useStore(prefs);
  const [text, setText] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const load =
      pages[`../../../docs/rules/${game}.${lang}.md`] ?? pages[`../../../docs/rules/${game}.en.md`];
    if (!load) return setText(null);
    void load().then(setText, () => setText(null));
  }, [game, lang]);
  return text;
}

/** Draws the diagrams once they are here, with their words. */
function useFigures(game: string): DrawFigure {
  const { lang } = useStore(prefs);
  const [all, setAll] = useState<Diagrams>({});
  useEffect(() => {
    const load = drawings[`../games/${game}/Diagrams.tsx`];
    // The board's words and those of its diagrams; English where they cannot be fetched.
    const words = lang === "fr" ? [learnArea(game), learnArea(`${game}-rules`)] : [];
    void Promise.all([load?.() ?? {}, ...words]).then(([got]) => setAll(() => got));
  }, [game, lang]);
  return (name, caption) => <Figure name={name} drawing={all[name]} caption={caption} />;
}

/** Only the text, for whoever sits at a table. */
export function RulesText({ game }: { game: string }) {
  const text = useRules(game);
  const figure = useFigures(game);
  if (text === undefined) return <p class="loading">{t("One moment…")}</p>;
  return text === null ? (
    <p>{t("The rules of this game are not here.")}</p>
  ) : (
    <Markdown text={text} figure={figure} />
  );
}

export function RulesPage({ game }: { game: string }) {
  const text = useRules(game);
  const figure = useFigures(game);
  const picture = cover(game);
  const Gallery = useFetched(picture?.gallery);
  if (text === undefined) return <p class="loading">{t("One moment…")}</p>;
  if (text === null) return <Nothing title={t("The rules of this game are not here.")} />;
  return (
    <>
      <article class="rules sheet">
        {picture && <img src={picture.art} alt="" width="320" height="220" />}
        {Gallery && (
          <p class="row">
            <button type="button" class="button small" onClick={toGallery}>
              {t("All cards")}
            </button>
          </p>
        )}
        <Markdown text={text} figure={figure} />
        <p class="row">
          <a class="button main" href={`#/new/${game}`}>
            {t("Play")}
          </a>
          {picture?.lesson && (
            <a class="button" href={`#/learn/${game}`}>
              {t("Learn it in five minutes")}
            </a>
          )}
          {picture?.companion && (
            <a class="button" href={`#/companion/${game}`}>
              {t("You own the box?")}
            </a>
          )}
        </p>
      </article>
      {Gallery && (
        <div class="sheet gallery">
          <Gallery />
        </div>
      )}
    </>
  );
}
