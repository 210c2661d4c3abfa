/** A slip of paper on the desk: what is about to be done and whom it brings what, or the steps of a Pass. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { PlayerSign } from "../../ui/players";
import type { Parts } from "./Furniture";
import { type Layout, middle, type Point } from "./layout";
import { boxesOf } from "./things";
import {
  actionName,
  cardName,
  cardText,
  type Gain,
  type Prospect,
  type Square,
  type Thing,
  typeName,
} from "./view";
import { gainLines, reasonWord, sayHere, signed } from "./words";

interface Props {
  readonly parts: Parts;
  readonly scale: number;
  readonly size: Point;
  readonly note: string | null;
  /** Of a Pass, from 1; 0: nobody passes. */
  readonly step: number;
  readonly told: string;
  /** Shown over the board where it has no place of its own. */
  readonly floating: boolean;
  /** What must not be covered. */
  readonly under: Thing | null;
  readonly names: readonly string[];
}

function Gains({ gains, parts }: { gains: readonly Gain[]; parts: Parts }) {
  const lines = gainLines(gains);
  if (!lines.length) return null;
  return (
    <ul class="av-gains">
      {lines.map(({ seat, prestige, expertise, why }) => {
        const person = parts.people[seat];
        return (
          <li key={seat}>
            {person && <PlayerSign player={person} />}
            <span>
              <span class="hidden">{person?.name} </span>
              {[
                ...expertise.map(({ type, n }) =>
                  t("{n} expertise in {type}", { n: signed(n), type: typeName(type) }),
                ),
                prestige !== 0 && t("{n} prestige", { n: signed(prestige) }),
              ]
                .filter(Boolean)
                .join(", ")}
              {why.length > 0 && <small> {why.map(reasonWord).filter(Boolean).join(", ")}</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What an action could do, in the fewest words: who could gain, and what. */
function Prospects({ prospect, parts }: { prospect: Prospect; parts: Parts }) {
  const { you, people } = parts;
  if (prospect.void) return <p class="av-warn">{t("Nothing can be done there now.")}</p>;
  const seen = new Map<string, readonly Gain[]>();
  for (const { gains } of prospect.choices) {
    const key = JSON.stringify(gainLines(gains));
    if (gains.length) seen.set(key, gains);
  }
  const mine = new Set<string>();
  const others = new Map<number, number>();
  for (const gains of seen.values())
    for (const { seat, expertise, prestige } of gainLines(gains)) {
      if (seat === parts.view.ask.who)
        for (const { type, n } of expertise) mine.add(`${typeName(type)} ${signed(n)}`);
      if (seat !== parts.view.ask.who && prestige)
        others.set(seat, Math.max(others.get(seat) ?? 0, prestige));
    }
  return (
    <>
      <Gains gains={prospect.gains} parts={parts} />
      {mine.size > 0 && <p>{t("Expertise to be had: {list}", { list: [...mine].join(", ") })}</p>}
      {others.size > 0 && (
        <p>
          {t("By your choice, others may gain: {list}", {
            list: [...others]
              .map(([seat, n]) => `${seat === you ? t("You") : (people[seat]?.name ?? "")} ${signed(n)}`)
              .join(", "),
          })}
        </p>
      )}
    </>
  );
}

function MoveSlip({ to, parts }: { to: Square; parts: Parts }) {
  const prospect = parts.view.prospects?.[to.action ?? ""];
  return (
    <>
      <h2>{t("Square {n}: {action}", { n: to.square, action: actionName(to.action ?? "") })}</h2>
      <p class={to.cost > 3 ? "av-warn" : ""}>
        {to.cost
          ? t("The way costs {n} prestige.", { n: to.cost })
          : t("The way costs nothing: you stay behind everybody.")}
      </p>
      {to.action === "draw" && !prospect?.void && <p>{t("You draw a card.")}</p>}
      {prospect && <Prospects prospect={prospect} parts={parts} />}
    </>
  );
}

function NoteSlip({ note, parts }: { note: string; parts: Parts }) {
  const [verb = "", a = ""] = note.split(" ");
  const { view } = parts;
  const to = verb === "move" && view.squares?.find(({ steps }) => steps === Number(a));
  if (to) return <MoveSlip to={to} parts={parts} />;
  const card = verb === "card" ? a : ["SKIP3", "CHOOSE3", "IMMUNITY"].includes(verb) ? verb : null;
  if (card)
    return (
      <>
        <h2>{cardName(card)}</h2>
        <p>{cardText(card)}</p>
      </>
    );
  const choice = view.choices?.find((one) => one.note === note);
  return (
    <>
      <h2>{sayHere(note, view)}</h2>
      {choice && <Gains gains={choice.gains} parts={parts} />}
      {choice && !choice.gains.length && <p>{t("No points change hands.")}</p>}
    </>
  );
}

/** The five steps, the one under way marked. */
function PassSlip({ step, told, who, brief }: { step: number; told: string; who: string; brief: boolean }) {
  const steps = [
    t("Give up an expertise, or not"),
    t("Waiting cubes enter"),
    t("Three new cubes come"),
    t("Waiting cubes cost their experts"),
    t("Exhibitions count down"),
  ];
  if (brief)
    return (
      <p class="av-brief">
        <strong>{t("Pass, step {n} of 5", { n: step })}</strong> {told || steps[step - 1]}
      </p>
    );
  return (
    <>
      <h2>{t("{name} passes", { name: who })}</h2>
      <ol class="av-steps">
        {steps.map((words, i) => (
          <li
            key={i}
            class={i + 1 === step ? "now" : i + 1 < step ? "done" : ""}
            aria-current={i + 1 === step ? "step" : undefined}
          >
            {words}
          </li>
        ))}
      </ol>
      {told && <p class="av-told">{told}</p>}
    </>
  );
}

/** What a Pass would cost whom, when nothing else is to be said. */
function Idle({ parts, brief }: { parts: Parts; brief: boolean }) {
  const { view, people } = parts;
  const losses = view.players.flatMap(({ waitingLoss }, seat) =>
    waitingLoss ? [{ seat, waitingLoss }] : [],
  );
  // The bag and the prompt say the rest.
  if (brief)
    return (
      <>
        <h2>{t("At the next Pass")}</h2>
        <ul class="av-gains brief">
          {losses.map(({ seat, waitingLoss }) => (
            <li key={seat}>
              {people[seat] && <PlayerSign player={people[seat]} />}
              <span>{signed(-waitingLoss)}</span>
            </li>
          ))}
        </ul>
        {losses.length > 0 && <small>{t("cubes that wait")}</small>}
      </>
    );
  return (
    <>
      <h2>{t("At the next Pass")}</h2>
      <p>
        {tn(
          "Three new cubes come; {n} is left in the bag.",
          "Three new cubes come; {n} are left in the bag.",
          Object.values(view.bag).reduce((a, b) => a + b, 0),
        )}
      </p>
      <ul class="av-gains">
        {losses.map(({ seat, waitingLoss }) => {
          const person = people[seat];
          return (
            <li key={seat}>
              {person && <PlayerSign player={person} />}
              <span>
                {t("{n} prestige", { n: signed(-waitingLoss) })} <small>{t("cubes that wait")}</small>
              </span>
            </li>
          );
        })}
      </ul>
      {view.end > 0 && (
        <p class="av-warn">{t("The last turns: nobody goes beyond square {n}.", { n: view.end })}</p>
      )}
    </>
  );
}

/** On its place of the desk; where it has none, over the half of the board that is not touched. */
function placeOf({ parts, scale, size, under }: Props, layout: Layout) {
  const left = (size.x - layout.width * scale) / 2;
  const top = (size.y - layout.height * scale) / 2;
  const { slip } = layout;
  if (slip)
    return {
      left: `${left + slip.x * scale}px`,
      top: `${top + slip.y * scale}px`,
      width: `${slip.w * scale}px`,
      height: `${slip.h * scale}px`,
    };
  const box = under === null ? undefined : boxesOf(under, parts, [])[0];
  const low = box ? middle(box).y > layout.height / 2 : false;
  return low ? { top: "0.4rem" } : { bottom: "0.4rem" };
}

/** What runs over the paper is written smaller (1), then without what the prompt says too (2), then in short (3). */
function useTight(key: string, parts: Parts) {
  const paper = useRef<HTMLElement>(null);
  const [over, setOver] = useState({ key, tight: 0 });
  const tight = over.key === key ? over.tight : 0;
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = paper.current ?? { scrollHeight: 0, clientHeight: 0 };
    if (tight < 3 && scrollHeight > clientHeight + 1) setOver({ key, tight: tight + 1 });
  }, [key, tight, parts]); // to ask lays the whole page out
  return { paper, tight };
}

export function Slip(props: Props) {
  const { parts, note, step, told, floating, size } = props;
  const { layout, view, people } = parts;
  const { paper, tight } = useTight(JSON.stringify([note, step, told, size, floating, view.ask]), parts);
  const who = view.ask.who === null ? "" : (people[view.ask.who]?.name ?? "");
  if (layout.slip === null && !floating) return null;
  if (!props.size.x) return null;
  let body: ComponentChildren = null;
  if (note !== null) body = <NoteSlip note={note} parts={parts} />;
  else if (step > 0)
    body = (
      <PassSlip
        step={step}
        told={tight === 2 ? "" : told}
        who={who}
        brief={tight === 3 || layout.slip === null}
      />
    );
  else body = <Idle parts={parts} brief={tight >= 2} />;
  return (
    <aside
      ref={paper}
      class={`av-slip${layout.slip ? "" : " floating"}${tight ? " tight" : ""}`}
      style={placeOf(props, layout)}
      aria-label={t("What it would bring")}
    >
      {body}
    </aside>
  );
}
