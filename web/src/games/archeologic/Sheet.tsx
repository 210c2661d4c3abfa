/** Small things of the companion: the plan in little, lists of clues, the sheet for paper. */
import { t } from "../../i18n";
import { Sentence, Shape, Sign, SubjectSign, Symbols } from "./symbols";
import {
  type Building,
  buildings,
  type Cell,
  columns,
  paint,
  placeOf,
  type Plan,
  rows,
  type Scene,
  type Zone,
  zones,
} from "./view";

export const spaced = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What is known of a zone: whose it is, what it holds, or both. */
export interface Known {
  readonly building?: Building;
  readonly cell?: Cell | ".";
}

/** The plan with what is known of each zone. */
export function SmallPlan({ known, label }: { known: ReadonlyMap<Zone, Known>; label: string }) {
  return (
    <svg class="small-plan" viewBox="-60 -60 566 566" role="img" aria-label={label}>
      {[...columns, ...rows].map((axis, i) => (
        <text key={axis} x={i < 5 ? i * 100 + 50 : -32} y={i < 5 ? -18 : (i - 5) * 100 + 62}>
          {axis}
        </text>
      ))}
      {zones.map((zone) => {
        const { x, y } = placeOf(zone);
        const { building, cell } = known.get(zone) ?? {};
        return (
          <g
            key={zone}
            transform={`translate(${x * 100} ${y * 100})`}
            class={building ? `building b-${building}` : undefined}
          >
            <rect class={building ? "cell" : "ground"} width="100" height="100" rx={building ? 10 : 0} />
            {cell === "." && <path class="guess-empty" d="M30 30 70 70M70 30 30 70" />}
            {cell && cell !== "." && (
              <g transform="translate(50 50)">
                <Sign cell={cell} />
              </g>
            )}
            {building && (
              <text class="owner" x="84" y="30">
                {building}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

export const knownClues = (clues: Scene["clues"]): ReadonlyMap<Zone, Known> =>
  new Map(clues.map(({ zone, kind }) => [zone, { cell: kind === "sharp" ? "s" : "f" }]));
export const knownCity = (scene: Scene, plan: Plan): ReadonlyMap<Zone, Known> => paint(scene, plan);

export function ClueList({ clues }: { clues: Scene["clues"] }) {
  return (
    <ol class="clue-list">
      {clues.map(({ zone, kind }) => (
        <li key={zone}>
          <Symbols text={kind === "sharp" ? "s" : "f"} /> <strong>{zone}</strong>{" "}
          {kind === "sharp" ? t("sharp trap") : t("fire trap")}
        </li>
      ))}
    </ol>
  );
}

/** An expert's sentences, each with a city where it is true; those contradicted are marked. */
export function ExpertClues({ scene, wrong }: { scene: Scene; wrong?: ReadonlySet<string> }) {
  return (
    <ul class="expert-clues">
      {scene.expert.map((clue, i) => (
        <li key={clue.note} class={wrong?.has(clue.note) ? "wrong" : undefined}>
          <details>
            <summary>
              <Sentence scene={scene} clue={clue} />
            </summary>
            <SmallPlan
              known={knownCity(scene, scene.examples[i] ?? {})}
              label={t("A city where this is true")}
            />
            <p class="quiet small">{t("An example: another city where this is true.")}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** On paper: the clues, the buildings, an empty table of answers. */
export function PrintSheet({ code, scene }: { code: string; scene: Scene }) {
  const shared = scene.clues.slice(0, scene.common);
  return (
    <section class="print-sheet" aria-hidden="true">
      <h2>
        ArcheOlogic <span class="quest-code">{spaced(code)}</span> <small>Tablier</small>
      </h2>
      <div class="print-top">
        <SmallPlan known={knownClues(shared)} label={t("The plan with its clues")} />
        <div>
          <h3>{t("Clues")}</h3>
          <ClueList clues={shared} />
          <ul class="clue-list">
            {scene.expert.map((clue) => (
              <li key={clue.note}>
                <Sentence scene={scene} clue={clue} />
              </li>
            ))}
          </ul>
          <h3>{t("Buildings")}</h3>
          <div class="print-tiles">
            {buildings.map((b) => {
              const wide = scene.tiles[b][0]?.[0]?.length ?? 1;
              return (
                <svg key={b} viewBox="-4 -4 308 308" class="print-tile">
                  <Shape scene={scene} building={b} turn={0} size={100} />
                  <text x={wide > 2 ? 8 : wide * 100 + 20} y={wide > 2 ? 155 : 50}>
                    {b}
                  </text>
                </svg>
              );
            })}
          </div>
        </div>
      </div>
      <table>
        <thead>
          <tr>
            <td />
            {scene.subjects.map(({ id, cost }) => (
              <th key={id}>
                {id.length === 1 ? id : <SubjectSign scene={scene} subject={id} />} <small>({cost})</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows, ...columns].map((axis) => (
            <tr key={axis}>
              <th>{axis}</th>
              {scene.subjects.map(({ id }) => (
                <td key={id} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t("Name:")} ………………………………… {t("Time:")} ……………………………………………………………………………
      </p>
    </section>
  );
}
