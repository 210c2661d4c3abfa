/** Topologic on the page: what a touch means in each phase, and the papers beside. */
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../../i18n";
import { keep, kept } from "../../storage";
import { Icon } from "../../ui/icons";
import type { BoardParts, BoardProps } from "../board";
import { Field } from "./Field";
import { History } from "./History";
import { useMarks } from "./marks";
import { Chip } from "./tiles";
import { type Allowed, readLegal, type Scene, type Tile, type View } from "./view";
import "./topologic.css";

type Help = "none" | "count" | "show";
const HELP_KEY = "tablier.topologic.help";

function useHelp(): [Help, (help: Help) => void] {
  const [help, setHelp] = useState<Help>(() => kept<Help>(HELP_KEY, "none"));
  return [
    help,
    (next) => {
      setHelp(next);
      keep(HELP_KEY, next);
    },
  ];
}

/** Of pawns on one tile the rules offer one; whichever is touched, that one is meant. */
function offered(view: View, allowed: Allowed, pawn: number): number | null {
  if (allowed.move.has(pawn)) return pawn;
  if (view.moved.includes(pawn)) return null;
  const tile = view.pawns[pawn - 1];
  for (const other of allowed.move.keys())
    if (view.pawns[other - 1] === tile && tile !== undefined) return other;
  return null;
}

function prompt(
  view: View,
  scene: Scene,
  allowed: Allowed,
  held: number | null,
  chosen: Tile | null,
): string {
  if (allowed.secret.size)
    return chosen !== null
      ? t("Hide {tile}?", { tile: chosen })
      : t("Choose the tile that the other one must find.");
  if (allowed.place.size)
    return t("Place pawn {n} of {all}.", { n: view.pawns.length + 1, all: scene.pawns });
  if (held !== null) return t("Where should pawn {n} go?", { n: held });
  if (allowed.move.size) return t("Move any pawns, each once, then ask for the score.");
  return t("Ask for the score.");
}

function lastScore(view: View, scene: Scene): string | null {
  const history = view.rounds[view.round]?.history ?? [];
  const last = history[history.length - 1];
  if (view.phase === "choosing" || !last) return null;
  return t("Turn {n}: {score} / {all}", { n: history.length, score: last.score, all: 2 * scene.pawns });
}

function HelpPanel(props: {
  view: View;
  help: Help;
  setHelp(help: Help): void;
  marking: boolean;
  setMarking(on: boolean): void;
  clear(): void;
}) {
  const { view, help } = props;
  const levels: readonly Help[] = view.candidates
    ? ["none", "count", "show"]
    : view.remaining !== undefined
      ? ["none", "count"]
      : [];
  const labels: Readonly<Record<Help, string>> = {
    none: t("None"),
    count: t("How many"),
    show: t("Which ones"),
  };
  return (
    <div class="panel helps-panel">
      {levels.length > 0 && (
        <fieldset class="help-levels">
          <legend>{t("Tiles that fit every score")}</legend>
          <div class="choices">
            {levels.map((level) => (
              <label class="choice" key={level}>
                <input
                  type="radio"
                  name="topologic-help"
                  checked={level === help}
                  onChange={() => props.setHelp(level)}
                />
                <span>{labels[level]}</span>
              </label>
            ))}
          </div>
          <p class="remaining" role="status">
            {help !== "none" &&
              view.remaining !== undefined &&
              tn("{n} tile is left.", "{n} tiles are left.", view.remaining)}
          </p>
        </fieldset>
      )}
      <div class="row">
        <button
          type="button"
          class="button small"
          aria-pressed={props.marking}
          onClick={() => props.setMarking(!props.marking)}
        >
          <Icon name="pencil" /> {t("Mark tiles")}
        </button>
        <button type="button" class="button small plain" onClick={props.clear}>
          {t("Rub out")}
        </button>
      </div>
      {props.marking && (
        <p class="small quiet">{t("Touch a tile: excluded, possible, no mark. The key M does the same.")}</p>
      )}
    </div>
  );
}

function Ending({ view, scene, names }: { view: View; scene: Scene; names: readonly string[] }) {
  const last = view.rounds.slice(-2);
  if (names.length === 1) {
    const turns = view.rounds[0]?.turns ?? 0;
    const judged =
      turns <= scene.par
        ? t("As good as the best bot: par here is {par}.", { par: scene.par })
        : turns === scene.par + 1
          ? t("A good result: par here is {par}.", { par: scene.par })
          : t("Par here is {par}: the field is waiting for another try.", { par: scene.par });
    return (
      <p>
        {tn("You needed {n} turn.", "You needed {n} turns.", turns)} {judged}
      </p>
    );
  }
  return (
    <table class="ending-table">
      <thead>
        <tr>
          <th scope="col">{t("Seeker")}</th>
          <th scope="col">{t("Turns")}</th>
          <th scope="col">{t("Secret")}</th>
        </tr>
      </thead>
      <tbody>
        {last.map((round) => (
          <tr key={round.seeker}>
            <th scope="row">{names[round.seeker]}</th>
            <td class="turns-cell">{round.turns || "–"}</td>
            <td>{round.secret !== null ? <Chip tile={round.secret} /> : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as BoardProps<Scene, View>;
  const { scene, view, active } = props;
  const [held, hold] = useState<number | null>(null);
  const [chosen, choose] = useState<Tile | null>(null);
  const [marking, setMarking] = useState(false);
  const [help, setHelp] = useHelp();
  const [ghosts, setGhosts] = useState<readonly Tile[]>([]);
  const { marks, turn: turnMark, clear } = useMarks(props.table, view.round);
  const allowed = readLegal(active ? props.legal : []);

  useEffect(() => {
    hold(null);
    setGhosts([]);
  }, [props.ply]);
  // Both hide at the same time: what the other one decides leaves your choice as it is.
  const mayHide = props.legal.some((note) => note.startsWith("secret "));
  useEffect(() => choose(null), [mayHide]);

  const cancel = () => {
    hold(null);
    choose(null);
  };
  const take = (pawn: number) => {
    if (view.pawns.length < scene.pawns) return; // the tray: a touch on a tile places it
    const meant = offered(view, allowed, pawn);
    hold(meant === held ? null : meant);
  };
  const drop = (pawn: number, tile: Tile) => {
    if (view.pawns[pawn - 1] === undefined && allowed.place.has(tile)) return props.send(`place ${tile}`);
    const meant = offered(view, allowed, pawn);
    if (meant !== null && allowed.move.get(meant)?.has(tile)) props.send(`move ${meant} ${tile}`);
    hold(null);
  };
  /** The next pawn on that tile to take up: touching again goes through them. */
  const nextOn = (tile: Tile): number | null => {
    const here = [...allowed.move.keys()].filter((pawn) => view.pawns[pawn - 1] === tile);
    const at = here.indexOf(held ?? -1);
    return here[at + 1] ?? null;
  };
  const touch = (tile: Tile) => {
    if (marking) return turnMark(tile);
    if (allowed.secret.has(tile)) return chosen === tile ? props.send(`secret ${tile}`) : choose(tile);
    if (allowed.place.has(tile)) return props.send(`place ${tile}`);
    if (held !== null && allowed.move.get(held)?.has(tile)) return props.send(`move ${held} ${tile}`);
    hold(nextOn(tile));
  };

  const pawns = Array.from({ length: scene.pawns }, (_, i) => view.pawns[i]);
  const inTray = view.pawns.length < scene.pawns && allowed.place.size > 0;
  const movable = new Set(
    pawns.flatMap((_, i) =>
      inTray
        ? i === view.pawns.length
          ? [i + 1]
          : []
        : offered(view, allowed, i + 1) !== null
          ? [i + 1]
          : [],
    ),
  );
  const reach =
    held !== null
      ? (allowed.move.get(held) ?? null)
      : allowed.place.size && allowed.place.size < 60
        ? allowed.place
        : null;
  const secret =
    view.phase === "choosing"
      ? (view.rounds.find((r) => r.secret !== null && r.turns === 0)?.secret ?? null)
      : (view.rounds[view.round]?.secret ?? null);
  const adviceTile = props.advice?.split(" ").at(-1) ?? null;
  const iSeek = props.you === view.seeker;
  // Who hid the tile needs no help; who looks on, or back, may see what the seeker knows.
  const helped = iSeek || props.you === null;

  return {
    board: (
      <Field
        scene={scene}
        pawns={view.phase === "choosing" ? [] : pawns}
        moved={view.moved}
        movable={movable}
        held={held}
        reach={reach}
        chosen={chosen}
        secret={secret}
        candidates={
          helped && help === "show" && view.candidates && view.phase !== "over"
            ? new Set(view.candidates)
            : null
        }
        marks={marks}
        ghosts={ghosts}
        finale={view.phase === "over" ? secret : null}
        advice={adviceTile}
        plaque={lastScore(view, scene)}
        touch={touch}
        mark={turnMark}
        take={take}
        drop={drop}
        cancel={cancel}
      />
    ),
    prompt: prompt(view, scene, allowed, held, chosen),
    actions: (
      <>
        {allowed.secret.size > 0 && (
          <button
            type="button"
            class="button main"
            disabled={chosen === null}
            onClick={() => chosen !== null && props.send(`secret ${chosen}`)}
          >
            {chosen === null ? t("Choose a tile") : t("Hide {tile}", { tile: chosen })}
          </button>
        )}
        {allowed.secret.size === 0 && !props.over && iSeek && (
          <button
            type="button"
            class="button main"
            disabled={!allowed.announce}
            onClick={() => props.send("announce")}
          >
            {t("Ask for the score")}
          </button>
        )}
      </>
    ),
    side: (
      <>
        <History
          view={view}
          you={props.you}
          names={props.names}
          pawns={scene.pawns}
          shown={ghosts}
          show={setGhosts}
        />
        {helped && !props.over && view.phase !== "over" && view.phase !== "choosing" && (
          <HelpPanel
            view={view}
            help={help}
            setHelp={setHelp}
            marking={marking}
            setMarking={setMarking}
            clear={clear}
          />
        )}
      </>
    ),
    ending: <Ending view={view} scene={scene} names={props.names} />,
  };
}
