/** A card in its sizes: in the hand, on the board, as a thumb, and enlarged. */
import type { ComponentChildren } from "preact";
import { t, tn } from "../../i18n";
import { picture } from "./art";
import { Glyph } from "./glyphs";
import { type CardId, divisible, type Facts, factsOf, kindWord, nameOf, read, timingWord } from "./view";

/** The card's picture. Decorative: the card's name is said beside it. */
function Art({ id }: { id: CardId }) {
  return (
    <img class="ak-picture" src={picture(id)} alt="" loading="lazy" decoding="async" draggable={false} />
  );
}

/** Everything on a card, in words. */
export function describe(id: CardId): string {
  const facts = factsOf(id);
  if (!facts) return id;
  const parts = [kindWord(facts.kind)];
  if (facts.level !== undefined) parts.push(t("level {n}", { n: facts.level === 2 ? "II" : "I" }));
  if (facts.cost !== undefined) parts.push(t("cost {n}", { n: facts.cost }));
  if (facts.space !== undefined) {
    parts.push(t("space {n}", { n: facts.space }));
    if (facts.locked) parts.push(t("locked"));
    parts.push(t("{n} knowledge", { n: facts.knowledge ?? 0 }));
    parts.push(t("{n} VP", { n: facts.vp ?? 0 }));
  }
  const need = facts.need ? ` ${t("Requirement: {what}", { what: read(facts.need) })}` : "";
  return `${parts.join(", ")}.${need} ${t("Effect, {when}: {what}", { when: timingWord(facts.timing), what: read(facts.effect) })}`;
}

/** The row of numbers every Builder card carries. */
function Numbers({ facts }: { facts: Facts }) {
  return (
    <span class="ak-numbers">
      {facts.space !== undefined && (
        <span class="ak-num space" title={t("Start space")}>
          {facts.space}
          {facts.locked && <Glyph sign="lock" />}
        </span>
      )}
      {facts.knowledge !== undefined && (
        <span class="ak-num knowledge" title={t("Knowledge")}>
          <Glyph sign="knowledge" />
          {facts.knowledge}
        </span>
      )}
      {facts.vp !== undefined && facts.vp > 0 && (
        <span class="ak-num vp" title={t("Victory points")}>
          <Glyph sign="vp" />
          {facts.vp}
        </span>
      )}
    </span>
  );
}

/** A whole card, as one holds it. */
export function Face({ id }: { id: CardId }) {
  const facts = factsOf(id);
  if (!facts) return <span class="ak-face back" />;
  const effect = read(facts.effect);
  return (
    <span
      class={`ak-face kind-${facts.kind}${effect.length > 110 ? " wordy" : ""}${effect.length > 150 ? " longest" : ""}`}
      aria-hidden="true"
    >
      <span class="ak-art">
        <Art id={id} />
        <span class="ak-kind">
          <Glyph sign={facts.kind} />
        </span>
        {facts.level !== undefined && <span class="ak-cost level">{facts.level === 2 ? "II" : "I"}</span>}
        {facts.cost !== undefined && (
          <span class={facts.cost ? "ak-cost" : "ak-cost free"}>
            <Glyph sign="cost" />
            {facts.cost}
          </span>
        )}
        {facts.level === undefined && <Numbers facts={facts} />}
      </span>
      <span class="ak-name">{divisible(read(facts.name))}</span>
      {facts.need && (
        <span class="ak-need">
          <Glyph sign="need" />
          <span>{read(facts.need)}</span>
        </span>
      )}
      <span class="ak-effect">
        <span class={`ak-timing ${facts.timing}`}>
          <Glyph sign={facts.timing} />
        </span>
        {effect}
      </span>
    </span>
  );
}

/** A card in play: its picture, its name, what lies on it. */
export function Mini({
  id,
  tokens,
  delta,
  children,
}: {
  id: CardId;
  tokens?: number;
  delta?: number;
  children?: ComponentChildren;
}) {
  const facts = factsOf(id);
  if (!facts) return <span class="ak-mini back" />;
  return (
    <span class={`ak-mini kind-${facts.kind}`} aria-hidden="true">
      <Art id={id} />
      <span class="ak-kind">
        <Glyph sign={facts.kind} />
      </span>
      <span class={`ak-timing ${facts.timing}`}>
        <Glyph sign={facts.timing} />
      </span>
      <span class="ak-name">{divisible(read(facts.name))}</span>
      {tokens !== undefined && (
        <span class={tokens ? "ak-tokens" : "ak-tokens none"} key={tokens}>
          {tokens}
        </span>
      )}
      {delta !== undefined && delta !== 0 && (
        <span class={delta < 0 ? "ak-delta good" : "ak-delta bad"}>
          {delta > 0 ? `+${delta}` : `−${-delta}`}
        </span>
      )}
      {children}
    </span>
  );
}

export interface TouchProps {
  readonly id: CardId;
  /** What a touch does, as a word for who listens; undefined: it only enlarges. */
  readonly deed?: string | undefined;
  readonly state?: string;
  readonly class?: string;
  /** More to say about it where it lies. */
  readonly more?: string;
  readonly pressed?: boolean;
  readonly children: ComponentChildren;
  touch(id: CardId): void;
}

/** A card that can be touched, focused and read out. */
export function Touch({ id, deed, state = "", more, pressed, touch, children, ...rest }: TouchProps) {
  const label = [nameOf(id), more, deed, describe(id)].filter(Boolean).join(". ");
  // Said in the button itself: what is seen on it is a picture of the same words.
  return (
    <button
      type="button"
      class={`ak-touch ${rest.class ?? ""} ${deed ? "lit" : ""} ${state}`}
      data-card={id}
      aria-pressed={pressed}
      onClick={() => touch(id)}
    >
      <span class="hidden">{label}</span>
      {children}
    </button>
  );
}

/** The card enlarged, with its effect in words. */
export function Large({ id, note }: { id: CardId; note?: ComponentChildren }) {
  const facts = factsOf(id);
  if (!facts) return null;
  return (
    <div class={`ak-large kind-${facts.kind}`}>
      <div class="ak-art">
        <Art id={id} />
        <span class="ak-kind">
          <Glyph sign={facts.kind} />
        </span>
      </div>
      <p class="ak-name">{read(facts.name)}</p>
      <p class="ak-sort">
        {kindWord(facts.kind)}
        {facts.level !== undefined && ` · ${t("level {n}", { n: facts.level === 2 ? "II" : "I" })}`}
      </p>
      <ul class="ak-facts">
        {facts.cost !== undefined && (
          <li>
            <Glyph sign="cost" /> {facts.cost === 0 ? t("free") : tn("{n} card", "{n} cards", facts.cost)}
          </li>
        )}
        {facts.space !== undefined && (
          <li>
            <span class="ak-num space">{facts.space}</span>{" "}
            {facts.locked ? t("this space only") : t("start space")}
            {facts.locked && <Glyph sign="lock" />}
          </li>
        )}
        {facts.knowledge !== undefined && (
          <li>
            <Glyph sign="knowledge" /> {t("{n} knowledge", { n: facts.knowledge })}
          </li>
        )}
        {facts.space !== undefined && (
          <li>
            <Glyph sign="vp" /> {t("{n} VP", { n: facts.vp ?? 0 })}
          </li>
        )}
      </ul>
      {facts.need && (
        <p class="ak-need">
          <Glyph sign="need" />
          <span>{t("Requirement: {what}", { what: read(facts.need) })}</span>
        </p>
      )}
      <p class="ak-effect">
        <span class={`ak-timing ${facts.timing}`}>
          <Glyph sign={facts.timing} />
        </span>
        <span>
          <em>{timingWord(facts.timing)}</em>
          {read(facts.effect)}
        </span>
      </p>
      {note && <p class="ak-note">{note}</p>}
    </div>
  );
}
