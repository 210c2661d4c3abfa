/** The signs of the dig: cells, traps, buildings. Shapes differ, not only colours. */
import { t } from "../../i18n";
import type { Axis, Building, Cell, Scene, Statement, Subject } from "./view";

/** A sign in a box of 100 by 100 around the middle. */
export function Sign({ cell }: { cell: Cell }) {
  if (cell === "s")
    return (
      <g class="sign sharp">
        <path d="M0-34 9-9 34 0 9 9 0 34-9 9-34 0-9-9Z" />
        <circle r="6" />
      </g>
    );
  if (cell === "f")
    return (
      <g class="sign fire">
        <path d="M2-36q6 15 16 24t8 24q-2 22-26 23-25-2-26-23 0-14 11-25 1 8 7 12 6-16 10-35Z" />
        <path class="core" d="M0 2q12 10 8 20-2 9-8 9t-9-8q-2-10 9-21Z" />
      </g>
    );
  return (
    <g class="sign safe">
      <circle r="17" />
    </g>
  );
}

/** Answers as signs in a line, for a cell of the table: "oos". */
export function Symbols({ text }: { text: string }) {
  if (text === "-") return <span aria-label={t("nothing")}>–</span>;
  if (!/^[osf]+$/.test(text)) return <span>{text}</span>;
  return (
    <svg
      class="symbols"
      viewBox={`0 0 ${text.length * 70} 80`}
      style={{ width: `${text.length * 0.95}em` }}
      role="img"
      aria-label={sayAnswer(text)}
    >
      {[...text].map((cell, i) => (
        <g key={i} transform={`translate(${35 + i * 70} 40)`}>
          <Sign cell={cell as Cell} />
        </g>
      ))}
    </svg>
  );
}

export function sayAnswer(text: string): string {
  if (text === "-") return t("nothing");
  if (!/^[osf]+$/.test(text)) return text;
  const names: Readonly<Record<string, string>> = { o: t("safe"), s: t("sharp"), f: t("fire") };
  return [...text].map((cell) => names[cell] ?? cell).join(", ");
}

/** A building drawn small, cell by cell. */
export function Shape({
  scene,
  building,
  turn,
  size,
}: {
  scene: Scene;
  building: Building;
  turn: number;
  size: number;
}) {
  const shape = scene.tiles[building][turn] ?? [];
  return (
    <g class={`building b-${building}`}>
      {shape.flatMap((line, y) =>
        [...line].map((cell, x) =>
          cell === "." ? null : (
            <g key={`${x}${y}`} transform={`translate(${x * size} ${y * size})`}>
              <rect class="cell" width={size} height={size} rx={size * 0.1} />
              <g transform={`translate(${size / 2} ${size / 2}) scale(${size / 100})`}>
                <Sign cell={cell as Cell} />
              </g>
            </g>
          ),
        ),
      )}
    </g>
  );
}

export function ShapeIcon({ scene, building }: { scene: Scene; building: Building }) {
  const shape = scene.tiles[building][0] ?? [];
  const wide = Math.max(...shape.map((line) => line.length)) * 100;
  return (
    <svg class="shape-icon" viewBox={`-6 -6 ${wide + 12} ${shape.length * 100 + 12}`} aria-hidden="true">
      <Shape scene={scene} building={building} turn={0} size={100} />
    </svg>
  );
}

/** An empty zone: a square that nothing fills. It is no zero, which is an answer. */
export function EmptySign() {
  return (
    <svg class="empty-sign" viewBox="0 0 40 40" aria-hidden="true">
      <rect x="5" y="5" width="30" height="30" rx="4" />
    </svg>
  );
}

/** What a question is about, as a sign. */
export function SubjectSign({ scene, subject }: { scene: Scene; subject: Subject }) {
  if (subject === "buildings") return <>#</>;
  if (subject === "empties") return <EmptySign />;
  if (subject === "traps") return <Symbols text="sf" />;
  return <ShapeIcon scene={scene} building={subject} />;
}

export function subjectName(subject: Subject): string {
  if (subject === "buildings") return t("Number of buildings");
  if (subject === "empties") return t("Empty zones");
  if (subject === "traps") return t("Traps");
  return t("Building {letter}", { letter: subject });
}
export const axisName = (axis: Axis): string =>
  /\d/.test(axis) ? t("row {axis}", { axis }) : t("column {axis}", { axis });

/** A question in words, with its answer where it has one. */
export const sayQuestion = (axis: Axis, subject: Subject, answer: string | null): string =>
  answer === null
    ? t("{subject} on {axis}", { subject: subjectName(subject), axis: axisName(axis) })
    : t("{subject} on {axis}: {answer}", {
        subject: subjectName(subject),
        axis: axisName(axis),
        answer: sayAnswer(answer),
      });

/** A building in a sentence: its letter and its drawing. */
function Named({ scene, letter }: { scene: Scene; letter: string }) {
  return (
    <span class="named">
      <strong>{letter}</strong>
      <ShapeIcon scene={scene} building={letter as Building} />
    </span>
  );
}

/** An expert clue in the reader's language, in letters alone. */
export function sentenceText(clue: Statement): string {
  return t(clue.says).replace(/\{(\w+)\}/g, (whole, name: keyof Statement["with"]) => {
    const value = clue.with[name];
    if (value === undefined) return whole;
    if (name === "side") return t(value);
    if (name === "x" || name === "y") return axisName(value);
    const [letter = "", kind] = value.split("-");
    if (kind === undefined) return value;
    return `${kind === "sharp" ? t("sharp trap of") : t("fire trap of")} ${letter}`;
  });
}

/** An expert clue in the reader's language, with the buildings drawn. */
export function Sentence({ scene, clue }: { scene: Scene; clue: Statement }) {
  return (
    <>
      {t(clue.says)
        .split(/(\{\w+\})/)
        .map((part, i) => {
          const name = /^\{(\w+)\}$/.exec(part)?.[1] as keyof Statement["with"] | undefined;
          const value = name && clue.with[name];
          if (!name || !value) return part;
          if (name === "a" || name === "b") return <Named key={i} scene={scene} letter={value} />;
          if (name === "side") return t(value);
          if (name === "x" || name === "y") return axisName(value);
          const [letter = "", kind] = value.split("-");
          if (kind === undefined) return value;
          return (
            <>
              {kind === "sharp" ? t("sharp trap of") : t("fire trap of")}{" "}
              <Named key={i} scene={scene} letter={letter} />
            </>
          );
        })}
    </>
  );
}
