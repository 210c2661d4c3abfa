/**
 * The Archeoscope: the circle of axes with its viewfinder, an inner ring that turns to the
 * subject asked, and three windows in the middle that show the answer's signs.
 */
import { t } from "../../i18n";
import { axisName, sayAnswer, Sign, subjectName } from "./symbols";
import type { Axis, Cell, Scene, Subject } from "./view";

const RING = 236;
const glyphs: Readonly<Record<Subject, string>> = {
  buildings: "#",
  empties: "□",
  traps: "✦",
  S: "S",
  V: "V",
  T: "T",
  L: "L",
  O: "O",
  I: "I",
};

function spot(i: number, of: number, radius: number) {
  const angle = (2 * Math.PI * i) / of - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

/** The shown answer fills the windows from the left: signs, or a number in the middle. */
function Windows({ answer }: { answer: string | null }) {
  const signs = answer !== null && /^[osf]+$/.test(answer) ? [...answer] : [];
  return (
    <g class="windows">
      {[-62, 0, 62].map((x, i) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <circle class="hole" r="28" />
          {signs[i] !== undefined && (
            <g class="appear" style={{ "--i": String(i) }}>
              <g transform="scale(0.62)">
                <Sign cell={signs[i] as Cell} />
              </g>
            </g>
          )}
          {answer !== null && !signs.length && i === 1 && (
            <text class="number appear" y="14">
              {answer === "-" ? "–" : answer}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

export interface ScopeProps {
  scene: Scene;
  viewfinder: Axis;
  aimed: Axis | null;
  subject: Subject | null;
  costs: Readonly<Record<Axis, number>> | null;
  /** The latest answer of yours: what the windows show. */
  shown: { axis: Axis; subject: Subject; answer: string } | null;
  aim(axis: Axis): void;
}

export function Scope(props: ScopeProps) {
  const { scene, viewfinder, costs, shown } = props;
  const place = scene.around.indexOf(viewfinder);
  const subject = props.subject ?? shown?.subject ?? "buildings";
  const turned = scene.subjects.findIndex((s) => s.id === subject);
  const label = shown
    ? t("Archeoscope. {subject} on {axis}: {answer}. The viewfinder is on {at}.", {
        subject: subjectName(shown.subject),
        axis: axisName(shown.axis),
        answer: sayAnswer(shown.answer),
        at: axisName(viewfinder),
      })
    : t("Archeoscope. The viewfinder is on {at}.", { at: axisName(viewfinder) });
  return (
    <svg class="scope" viewBox="-320 -320 640 640" role="group" aria-label={label}>
      <circle class="brass" r="312" />
      <circle class="brass-edge" r="304" />
      <circle class="face" r="288" />
      {Array.from({ length: 40 }, (_, i) => (
        <path key={i} class="tick" d={i % 4 ? "M0-288v10" : "M0-288v20"} transform={`rotate(${i * 9})`} />
      ))}
      <g class="needle" style={{ transform: `rotate(${place * 36}deg)` }}>
        <path d="M0-200 17-172H-17Z" />
        <circle cy={-RING} r="40" />
      </g>
      {scene.around.map((axis, i) => {
        const { x, y } = spot(i, scene.around.length, RING);
        const cost = costs?.[axis];
        const classes = [
          "dial",
          cost !== undefined && "open",
          props.aimed === axis && "aimed",
          cost === 0 && "free",
        ];
        return (
          <g
            key={axis}
            class={classes.filter(Boolean).join(" ")}
            transform={`translate(${x} ${y})`}
            onClick={() => cost !== undefined && props.aim(axis)}
          >
            <circle r="34" />
            <text y="13">{axis}</text>
            {cost !== undefined && cost > 0 && (
              <g class="price" transform="translate(27 -27)">
                <circle r="18" />
                <text y="8">+{cost}</text>
              </g>
            )}
          </g>
        );
      })}
      <g class="selector" style={{ transform: `rotate(${-turned * 40}deg)` }}>
        <circle class="plate" r="172" />
        {scene.subjects.map(({ id }, i) => (
          <g key={id} transform={`rotate(${i * 40})`}>
            <text class={id === subject ? "glyph chosen" : "glyph"} y="-128">
              {glyphs[id]}
            </text>
          </g>
        ))}
      </g>
      <path class="notch" d="M-16-180 0-160 16-180Z" />
      <circle class="hub" r="104" />
      <Windows answer={shown?.answer ?? null} />
      <text class="caption" y="-52">
        {shown ? shown.axis : ""}
      </text>
      <text class="caption" y="70">
        {shown ? glyphs[shown.subject] : ""}
      </text>
    </svg>
  );
}
