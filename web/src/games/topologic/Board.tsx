/** Topologic on the page: what a touch means in each phase, and the papers beside. */
import { useEffect, useState } from "preact/hooks";
import { solve } from "../../engine/solve";
import { t, tn } from "../../i18n";
import { keep, kept } from "../../storage";
import { Icon } from "../../ui/icons";
import { type Player, PlayerSign } from "../../ui/players";
import type { BoardParts, BoardProps } from "../board";
import { Field, type Plaque } from "./Field";
import { History } from "./History";
import { useMarks } from "./marks";
import { useRoundEnd } from "./moment";
import { Review } from "./Review";
import { Chip } from "./tiles";
import { type Allowed, readLegal, type Scene, type Tile, type Turn, type View } from "./view";
import { scoreAgain, toldOf, whyOf } from "./words";
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

/** What is about to be done, and not yet done. */
interface Intent {
  readonly held: number | null;
  readonly chosen: Tile | null;
  /** Asked whether to score although nothing has moved. */
  readonly sure: boolean;
}
const NOTHING: Intent = { held: null, chosen: null, sure: false };

function prompt(view: View, scene: Scene, allowed: Allowed, { held, chosen, sure }: Intent): string {
  if (allowed.secret.size)
    return chosen !== null
      ? t("Hide {tile}? Touch it again, or the button.", { tile: chosen })
      : t("Choose the tile that the other one must find.");
  if (allowed.place.size)
    return t("Place pawn {n} of {all}.", { n: view.pawns.length + 1, all: scene.pawns });
  if (sure) return scoreAgain(view);
  if (held !== null) return t("Where should pawn {n} go?", { n: held });
  if (allowed.move.size) return t("Move any pawns, each once, then ask for the score.");
  return t("Ask for the score.");
}

/** The last score of the round, on the board until the next one. */
function plaqueOf(view: View, scene: Scene): Plaque | null {
  const history = view.rounds[view.round]?.history ?? [];
  const last = history[history.length - 1];
  if (view.phase === "choosing" || !last) return null;
  return {
    key: `${view.round} ${history.length}`,
    lines: [t("Turn {n}", { n: history.length }), `${last.score} / ${2 * scene.pawns}`],
  };
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

function Seeker({ player }: { player: Player | undefined }) {
  return player ? (
    <>
      <PlayerSign player={player} />
      {player.name}
    </>
  ) : null;
}

/** Who needed how many turns, and for what. */
function Results({ view, players }: { view: View; players: readonly Player[] }) {
  const last = view.rounds.slice(-2);
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
            <th scope="row" class="seeker-cell">
              <Seeker player={players[round.seeker]} />
            </th>
            <td class="turns-cell">{round.turns || "–"}</td>
            <td>{round.secret !== null ? <Chip tile={round.secret} /> : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What touches do, from what the rules allow. */
function useTouches(
  props: BoardProps<Scene, View>,
  allowed: Allowed,
  marking: boolean,
  mark: (tile: Tile) => void,
) {
  const { view } = props;
  const [intent, intend] = useState<Intent>(NOTHING);
  const { held, chosen } = intent;
  const hold = (pawn: number | null) => intend({ ...NOTHING, held: pawn });
  const cancel = () => intend(NOTHING);
  // Both hide at the same time: what the other one decides leaves your choice as it is.
  const mayHide = props.legal.some((note) => note.startsWith("secret "));
  useEffect(cancel, [mayHide]);
  useEffect(() => intend((old) => ({ ...NOTHING, chosen: old.chosen })), [props.ply]);

  /** The next pawn on that tile to take up: touching again goes through them. */
  const nextOn = (tile: Tile): number | null => {
    const here = [...allowed.move.keys()].filter((pawn) => view.pawns[pawn - 1] === tile);
    return here[here.indexOf(held ?? -1) + 1] ?? null;
  };
  const inTray = (pawn: number) => pawn > view.pawns.length;
  /** What cannot be done is asked for all the same: the engine knows why not, and the pawn stays in hand. */
  const tryAll = (tile: Tile) => {
    const stuck = view.pawns.findIndex((on, i) => on === tile && view.moved.includes(i + 1)) + 1;
    if (allowed.place.size) props.send(`place ${tile}`);
    else if (held !== null) props.send(`move ${held} ${tile}`);
    else if (stuck && allowed.announce) props.send(`move ${stuck} ${tile}`);
  };
  return {
    intent,
    cancel,
    take: (pawn: number) => {
      const meant = inTray(pawn) ? (allowed.place.size ? pawn : null) : offered(view, allowed, pawn);
      hold(meant === held ? null : meant);
    },
    drop: (pawn: number, tile: Tile) => {
      if (inTray(pawn)) return props.send(`place ${tile}`);
      const meant = offered(view, allowed, pawn);
      if (meant === null || view.pawns[meant - 1] === tile) return hold(null);
      hold(meant);
      props.send(`move ${meant} ${tile}`);
    },
    touch: (tile: Tile) => {
      if (marking) return mark(tile);
      if (allowed.secret.has(tile))
        return chosen === tile ? props.send(`secret ${tile}`) : intend({ ...NOTHING, chosen: tile });
      if (allowed.place.has(tile)) return props.send(`place ${tile}`);
      if (held !== null && allowed.move.get(held)?.has(tile)) return props.send(`move ${held} ${tile}`);
      const next = nextOn(tile);
      if (next !== null || (held !== null && view.pawns[held - 1] === tile)) return hold(next);
      tryAll(tile);
    },
    /** A turn in which nothing moved costs as much as any: it is asked about. */
    announce: () => {
      const empty = view.phase === "moving" && view.moved.length === 0;
      if (empty && !intent.sure) intend({ ...NOTHING, sure: true });
      else props.send("announce");
    },
  };
}

/** Pawns that may be taken up: any in the tray, or those that may move. */
function movableOf(view: View, scene: Scene, allowed: Allowed): ReadonlySet<number> {
  if (view.pawns.length < scene.pawns) {
    const waiting = Array.from({ length: scene.pawns }, (_, i) => i + 1).slice(view.pawns.length);
    return new Set(allowed.place.size > 0 ? waiting : []);
  }
  return new Set(view.pawns.flatMap((_, i) => (offered(view, allowed, i + 1) !== null ? [i + 1] : [])));
}

/** Where the pawn in hand, or the next one, may go; null: anywhere. */
function reachOf(allowed: Allowed, held: number | null): ReadonlySet<Tile> | null {
  if (held !== null && !allowed.place.size) return allowed.move.get(held) ?? null;
  return allowed.place.size && allowed.place.size < 60 ? allowed.place : null;
}

function secretOf(view: View): Tile | null {
  return view.phase === "choosing"
    ? (view.rounds.find((r) => r.secret !== null && r.turns === 0)?.secret ?? null)
    : (view.rounds[view.round]?.secret ?? null);
}

function Deeds(props: {
  allowed: Allowed;
  intent: Intent;
  seeking: boolean;
  hide(tile: Tile): void;
  announce(): void;
}) {
  const { allowed, intent } = props;
  if (allowed.secret.size > 0)
    return (
      <button
        type="button"
        class="button main"
        disabled={intent.chosen === null}
        onClick={() => intent.chosen !== null && props.hide(intent.chosen)}
      >
        {intent.chosen === null ? t("Choose a tile") : t("Hide {tile}", { tile: intent.chosen })}
      </button>
    );
  if (!props.seeking) return null;
  return (
    <button type="button" class="button main" disabled={!allowed.announce} onClick={props.announce}>
      {intent.sure ? t("Ask all the same") : t("Ask for the score")}
    </button>
  );
}

export function useBoard(raw: BoardProps): BoardParts {
  const props = raw as BoardProps<Scene, View>;
  const { scene, players, you } = props;
  const end = useRoundEnd(props);
  const view = end?.view ?? props.view;
  const [marking, setMarking] = useState(false);
  const [help, setHelp] = useHelp();
  const [ghosts, setGhosts] = useState<readonly Tile[]>([]);
  const { marks, turn: turnMark, exclude, clear } = useMarks(props.table, view.round);
  const allowed = readLegal(props.active && !end ? props.legal : []);
  const touches = useTouches(props, allowed, marking, turnMark);
  const { intent } = touches;
  useEffect(() => setGhosts([]), [props.ply]);

  const secret = secretOf(view);
  const over = view.phase === "over";
  const iSeek = you === view.seeker;
  // Who hid the tile needs no help; who looks on, or back, may see what the seeker knows.
  const helped = !end && (iSeek || you === null) && !props.over && !over && view.phase !== "choosing";
  const candidates = helped && help === "show" && view.candidates ? new Set(view.candidates) : null;
  /** Which tiles a score allows the engine says: the page counts no scores. */
  const excludeAfter = async ({ pawns, score }: Turn) => {
    const told = await solve<{ readonly fits: readonly Tile[] }>("topologic", [
      `${pawns.join(" ")} ${score}`,
    ]);
    if (told) exclude(Object.keys(scene.field).filter((tile) => !told.fits.includes(tile)));
  };
  const pawns = Array.from({ length: scene.pawns }, (_, i) => view.pawns[i]);
  return {
    board: (
      <Field
        scene={scene}
        pawns={view.phase === "choosing" ? [] : pawns}
        colour={players[view.seeker]?.colour ?? ""}
        moved={view.moved}
        movable={movableOf(view, scene, allowed)}
        held={intent.held}
        reach={reachOf(allowed, intent.held)}
        chosen={intent.chosen}
        secret={secret}
        candidates={candidates}
        marks={marks}
        ghosts={ghosts}
        finale={over || end ? secret : null}
        advice={props.advice?.split(" ").at(-1) ?? null}
        pointed={props.pointed?.kind === "t" ? props.pointed.value : null}
        plaque={plaqueOf(view, scene)}
        touch={touches.touch}
        mark={turnMark}
        take={touches.take}
        drop={touches.drop}
        cancel={touches.cancel}
      />
    ),
    prompt: end ? t("Have a look, then go on.") : prompt(view, scene, allowed, intent),
    told: toldOf(props),
    cancel: intent.held !== null || intent.chosen !== null || intent.sure ? touches.cancel : null,
    actions: !props.over && (
      <Deeds
        allowed={allowed}
        intent={intent}
        seeking={iSeek}
        hide={(tile) => props.send(`secret ${tile}`)}
        announce={touches.announce}
      />
    ),
    moment: end?.moment ?? null,
    papers: [
      {
        id: "scores",
        label: t("Scores"),
        panel: (
          <>
            <History
              view={props.view}
              you={you}
              players={players}
              shown={ghosts}
              show={setGhosts}
              exclude={helped && iSeek && view.candidates ? (turn) => void excludeAfter(turn) : null}
            />
            {helped && (
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
      },
    ],
    why: whyOf(props),
    ending: (
      <>
        {players.length > 1 && <Results view={view} players={players} />}
        <Review view={props.view} players={players} you={you} />
      </>
    ),
  };
}
