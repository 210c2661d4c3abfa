/** Every card of the game, to be looked through: by words, kind, time and place. */
import { useEffect, useRef, useState } from "preact/hooks";
import { PUBLIC } from "../../engine/calls";
import { Desk } from "../../engine/engine";
import { t, tn } from "../../i18n";
import { prefs } from "../../prefs";
import { newRecord } from "../../table/kept";
import { typeset } from "../../ui/typeset";
import { gameInfo } from "../info";
import { Face, Touch } from "./Card";
import {
  type CardId,
  type Facts,
  kindWord,
  MONUMENTS,
  read,
  REGIONS,
  regionWord,
  remember,
  type Scene,
  TIMINGS,
  timingWord,
  TYPES,
} from "./view";
import { useZoom } from "./zoom";
import "./ancient.css";

const KINDS: readonly Facts["kind"][] = [...MONUMENTS, "artefact", ...TYPES];

/** The cards as the engine has them: any match shows them all. */
function useCards(): Scene["cards"] | null {
  const [cards, setCards] = useState<Scene["cards"] | null>(null);
  useEffect(() => {
    void (async () => {
      const info = await gameInfo("ancient");
      const desk = info ? await Desk.open(newRecord(info, 2, {}, "1")) : "";
      if (typeof desk === "string") return;
      const { scene } = await desk.look(PUBLIC);
      void desk.close();
      remember(scene as Scene);
      setCards((scene as Scene).cards);
    })();
  }, []);
  return cards;
}

/** Letters only: whoever types "egypte" or "Égypte" means the same. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’']/g, " ").toLowerCase();
}

/** What may be searched: both languages, whichever is read. */
function wordsOf(id: CardId, facts: Facts): string {
  return plain(
    [
      id,
      ...facts.name,
      ...facts.effect,
      ...(facts.need ?? []),
      ...(facts.country ?? []),
      kindWord(facts.kind),
      timingWord(facts.timing),
    ].join(" "),
  );
}

interface Sought {
  readonly words: string;
  readonly kind: string;
  readonly timing: string;
  readonly region: string;
  readonly level: string;
}
const ANYTHING: Sought = { words: "", kind: "", timing: "", region: "", level: "" };

function fits(id: CardId, facts: Facts, sought: Sought): boolean {
  const text = wordsOf(id, facts);
  return (
    (!sought.kind || sought.kind === facts.kind) &&
    (!sought.timing || sought.timing === facts.timing) &&
    (!sought.region || sought.region === facts.region) &&
    (!sought.level || sought.level === String(facts.level)) &&
    plain(sought.words)
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

function Pick({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange(value: string): void;
}) {
  return (
    <label class="ak-pick">
      <span>{label}</span>
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        <option value="">{t("all")}</option>
        {options.map(([id, word]) => (
          <option key={id} value={id}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One stop of the tab key; arrows go from card to card. */
function walk(e: KeyboardEvent): void {
  const list = e.currentTarget;
  if (!(list instanceof HTMLElement) || !(e.target instanceof HTMLElement)) return;
  const cards = [...list.querySelectorAll<HTMLElement>("button")];
  const at = cards.indexOf(e.target);
  const top = (card: HTMLElement | undefined) => card?.getBoundingClientRect().top;
  const columns = Math.max(1, cards.filter((card) => top(card) === top(cards[0])).length);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: cards.length - 1 - at,
  };
  const step = steps[e.key];
  const next = step === undefined ? undefined : cards[at + step];
  if (at < 0 || !next) return;
  e.preventDefault();
  next.focus();
}

/** The card in the language that is not read now. */
function Elsewhere({ facts }: { facts: Facts }) {
  const other = prefs.get().lang === "fr" ? 0 : 1;
  return (
    <span lang={other ? "fr" : "en"}>
      <strong>{typeset(facts.name[other])}</strong> {typeset(facts.effect[other])}
    </span>
  );
}

export function Gallery() {
  const cards = useCards();
  const [sought, seek] = useState<Sought>(ANYTHING);
  const [stop, setStop] = useState<CardId | null>(null);
  const zoom = useZoom((id) => {
    const facts = cards?.[id];
    return facts && <Elsewhere facts={facts} />;
  });
  const list = useRef<HTMLUListElement>(null);
  const set = (change: Partial<Sought>) => seek({ ...sought, ...change });
  const all = Object.entries(cards ?? {});
  const found = all.filter(([id, facts]) => fits(id, facts, sought));
  const first = found.some(([id]) => id === stop) ? stop : found[0]?.[0];
  // A button is known by its card, so its stop is set where it is.
  useEffect(() => {
    for (const card of list.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [])
      card.tabIndex = card.dataset["card"] === first ? 0 : -1;
  });
  return (
    <section class="ak-gallery" aria-labelledby="gallery">
      <h2 id="gallery" tabIndex={-1}>
        {t("All cards")}
      </h2>
      <form class="ak-seek" role="search" onSubmit={(e) => e.preventDefault()}>
        <label class="ak-pick words">
          <span>{t("Name, effect or country")}</span>
          <input type="search" value={sought.words} onInput={(e) => set({ words: e.currentTarget.value })} />
        </label>
        <Pick
          label={t("Kind")}
          value={sought.kind}
          options={KINDS.map((kind) => [kind, kindWord(kind)])}
          onChange={(kind) => set({ kind })}
        />
        <Pick
          label={t("Effect")}
          value={sought.timing}
          options={TIMINGS.map((timing) => [timing, timingWord(timing)])}
          onChange={(timing) => set({ timing })}
        />
        <Pick
          label={t("Region")}
          value={sought.region}
          options={REGIONS.map((region) => [region, regionWord(region)])}
          onChange={(region) => set({ region })}
        />
        <Pick
          label={t("Level")}
          value={sought.level}
          options={[
            ["1", "I"],
            ["2", "II"],
          ]}
          onChange={(level) => set({ level })}
        />
        <p class="ak-found" role="status">
          {cards ? tn("{n} card", "{n} cards", found.length) : t("One moment…")}
        </p>
        {sought !== ANYTHING && (
          <button type="button" class="button small" onClick={() => seek(ANYTHING)}>
            {t("Show all")}
          </button>
        )}
      </form>
      <ul
        class="ak-cards"
        ref={list}
        onKeyDown={walk}
        onFocusIn={(e) => e.target instanceof HTMLElement && setStop(e.target.dataset["card"] ?? null)}
      >
        {found.map(([id, facts]) => (
          <li key={id}>
            <Touch id={id} touch={zoom.pin}>
              <Face id={id} />
            </Touch>
            {facts.country && <p class="ak-from">{read(facts.country)}</p>}
          </li>
        ))}
      </ul>
      {zoom.element}
    </section>
  );
}
