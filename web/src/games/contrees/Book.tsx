/** The open book: on its left page a plate, on its right page words; or one page of the novel, large. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { typeset } from "../../ui/typeset";
import { Picture } from "./Rose";
import {
  bookLang,
  cardLang,
  cardName,
  cardText,
  type Due,
  isLandscape,
  type Passage,
  type Scene,
  type Span,
} from "./view";
import { lengthOf, mannerOf, type Speed } from "./voice";
import { kindName } from "./words";

/** Two pages, or one that is turned to the reader. */
export function Book({
  plate,
  page,
  children,
  kind = "",
}: {
  plate?: ComponentChildren;
  /** At the foot of the right page. */
  page?: number | null;
  children: ComponentChildren;
  kind?: string;
}) {
  return (
    <section class={`nc-book ${kind} ${plate ? "spread" : "single"}`} aria-label={t("The book")}>
      <div class="nc-leather" />
      <div class="nc-page nc-left">{plate}</div>
      <div class="nc-page nc-right">
        <div class="nc-words">{children}</div>
        {page !== undefined && page !== null && <span class="nc-folio">{page}</span>}
      </div>
    </section>
  );
}

/** What a card says, on the right page; its picture is the plate. */
export function CardWords({
  scene,
  id,
  title,
  children,
}: {
  scene: Scene;
  id: string;
  /** Of a landscape, which has no name: where it lies. */
  title?: string | undefined;
  children?: ComponentChildren;
}) {
  const lang = cardLang(scene, id);
  return (
    <div class="nc-detail">
      <small class="nc-kind">{kindName(id)}</small>
      {title && <h2>{title}</h2>}
      {!isLandscape(id) && <h2 lang={lang}>{cardName(id, lang)}</h2>}
      {!isLandscape(id) && <p lang={lang}>{cardText(scene, id)}</p>}
      {children}
    </div>
  );
}

export const Plate = ({ id }: { id: string }) => (
  <figure class={`nc-plate ${/^[MJP]/.test(id) ? "sign" : ""}`} key={id}>
    <Picture id={id} said />
  </figure>
);

/* ---- the passage, for its scout ---- */

interface Piece {
  readonly text: string;
  /** Number of the word, from 1; 0: what stands between words. */
  readonly word: number;
  readonly proof: boolean;
}

/** A line in words and what stands between them. */
function piecesOf(passage: Passage, line: number, proof: readonly Span[]): readonly Piece[] {
  const letters = [...typeset(passage.lines[line]?.text ?? "")];
  const pieces: Piece[] = [];
  const inProof = (from: number, to: number) =>
    proof.some(([at, a = 0, b = 0]) => at === line && a < to && b > from);
  let done = 0;
  const put = (from: number, to: number, word: number) => {
    if (to > from) pieces.push({ text: letters.slice(from, to).join(""), word, proof: inProof(from, to) });
    done = Math.max(done, to);
  };
  for (const [i, [at, from = 0, to = 0]] of passage.words.entries()) {
    if (at !== line) continue;
    put(done, from, 0);
    put(from, to, i + 1);
  }
  put(done, letters.length, 0);
  return pieces;
}

interface PassageProps {
  readonly scene: Scene;
  readonly passage: Passage;
  readonly proof: readonly Span[];
  readonly chosen: number | null;
  readonly markable: ReadonlySet<number>;
  touch(word: number): void;
}

/** One stop for the tab key; arrows go from word to word. */
function walkWords(e: JSX.TargetedKeyboardEvent<HTMLElement>) {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 8, ArrowLeft: -1, ArrowUp: -8 };
  const step = steps[e.key];
  const words = [...e.currentTarget.querySelectorAll<HTMLElement>("[role=button]")];
  const at = words.indexOf(e.target as HTMLElement);
  if (step === undefined || at < 0) {
    if ((e.key === "Enter" || e.key === " ") && at >= 0) e.preventDefault(), words[at]?.click();
    return;
  }
  e.preventDefault();
  words[Math.max(0, Math.min(words.length - 1, at + step))]?.focus();
}

function Word({ piece, props, first }: { piece: Piece; props: PassageProps; first: boolean }) {
  const { passage, chosen, markable, touch } = props;
  const marked = passage.marks.includes(piece.word);
  const look = ["nc-word", marked && "marked", piece.proof && "proof", chosen === piece.word && "chosen"]
    .filter(Boolean)
    .join(" ");
  if (!piece.word || !markable.has(piece.word)) return <span class={look}>{piece.text}</span>;
  return (
    <span
      role="button"
      tabIndex={chosen === piece.word || (chosen === null && first) ? 0 : -1}
      class={`${look} lit`}
      data-thing={`word ${piece.word}`}
      aria-pressed={chosen === piece.word}
      onClick={() => touch(piece.word)}
    >
      {piece.text}
    </span>
  );
}

export function PassageLines(props: PassageProps) {
  const { scene, passage, proof, markable } = props;
  const first = Math.min(...markable);
  return (
    <div
      class="nc-passage"
      lang={bookLang(scene)}
      style={{ "--w": scene.book.width ?? 60 }}
      onKeyDown={walkWords}
    >
      {passage.lines.map((line, i) => (
        <p key={i} class={line.start ? "starts" : ""}>
          {piecesOf(passage, i, proof).map((piece, k) => (
            <Word key={k} piece={piece} props={props} first={piece.word === first} />
          ))}
        </p>
      ))}
    </div>
  );
}

/** The same as it is to be read aloud; `now` is the line that the others hear. */
export function AloudLines({ scene, passage, now }: { scene: Scene; passage: Passage; now: number }) {
  return (
    <div class="nc-passage aloud" lang={bookLang(scene)} style={{ "--w": scene.book.width ?? 60 }}>
      {passage.aloud.map((line, i) => (
        <p key={i} class={now === 0 ? "" : i + 1 === now ? "now" : i + 1 < now ? "past" : "ahead"}>
          {line}
        </p>
      ))}
    </div>
  );
}

/** Printed, or as the constraint has it. */
export function ScoutPage({
  aloudFirst,
  now,
  ...props
}: PassageProps & { aloudFirst: boolean; now: number; constraint: string | null }) {
  const [aloud, setAloud] = useState<boolean | null>(null);
  const { scene, passage, constraint } = props;
  const shown = aloud ?? aloudFirst;
  return (
    <>
      {constraint && (
        <div class="nc-constraint">
          <Picture id={constraint} />
          <p>
            <b>{cardName(constraint)}</b> {cardText(scene, constraint)}
          </p>
          <button type="button" class="nc-flip" aria-pressed={shown} onClick={() => setAloud(!shown)}>
            {shown ? t("As printed") : t("As read aloud")}
          </button>
        </div>
      )}
      {shown ? <AloudLines scene={scene} passage={passage} now={now} /> : <PassageLines {...props} />}
    </>
  );
}

/* ---- the line that is due, for a listener ---- */

/** Words come one by one, as a voice would bring them, and the line before fades. */
export function Performance({
  due,
  lang,
  constraint,
  speed,
}: {
  due: Due;
  lang: string;
  constraint: string | null;
  speed: Speed;
}) {
  const manner = mannerOf(constraint, due.line);
  const words = typeset(due.now).split(/ +/);
  const ms = lengthOf(due.now, speed, manner);
  let so = 0;
  return (
    <div class={`nc-stage ${constraint ?? ""}`} lang={lang}>
      {due.before !== null && (
        <p class="nc-before" key={`before ${due.line}`}>
          {typeset(due.before)}
        </p>
      )}
      <p
        class={`nc-now ${due.now.length > 110 ? "long" : ""}`}
        key={`now ${due.line}`}
        style={{ opacity: manner.volume < 1 ? 0.4 : 1 }}
      >
        {words.map((word, i) => {
          const delay = Math.round((ms * so) / Math.max(1, due.now.length));
          so += word.length + 1;
          return (
            <span key={i} style={{ "--after": `${delay}ms`, "--k": i }}>
              {word}{" "}
            </span>
          );
        })}
      </p>
      <div class="nc-steps" role="img" aria-label={t("Line {n} of {all}", { n: due.line, all: due.of })}>
        {Array.from({ length: due.of }, (_, i) => (
          <i key={i} class={i + 1 < due.line ? "past" : i + 1 === due.line ? "now" : ""} />
        ))}
      </div>
    </div>
  );
}
