/** For owners of the box: one phone in the middle is Archeoscope, clue wheel and judge. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { prefs } from "../../prefs";
import { go } from "../../router";
import { useStore } from "../../store";
import { Choices } from "../../ui/Choices";
import { Icon } from "../../ui/icons";
import "../../ui/table.css";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/toast";
import type { CompanionProps } from "../board";
import { askDevice, checkClaim, openQuest, type Quest, type Table, type Verdict } from "./device";
import { PlanBoard } from "./Plan";
import { Scope } from "./Scope";
import { axisName, sayAnswer, Shape, ShapeIcon, Sign, subjectName, Symbols } from "./symbols";
import { type Axis, type Building, buildings, columns, paint, placeOf, type Plan, rows, type Scene, type Subject, zones } from "./view";
import "./archeologic.css";
import "./companion.css";

const KEY = "tablier.archeologic.companion";
const usual: Table = { clues: "4", extra: "0", rule: "app" };

function loadTable(): Table {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Table>) };
  } catch {
    return usual;
  }
}

/** The day here, as the engine writes it. */
const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
};
const spaced = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** A button whose secret is seen only while it is held. */
function Hold({ label, held, hold, disabled }: { label: string; held: boolean; hold(on: boolean): void; disabled?: boolean }) {
  useEffect(() => {
    if (!held) return;
    const release = () => hold(false);
    const events = ["pointerup", "pointercancel", "blur"] as const;
    for (const name of events) addEventListener(name, release);
    document.addEventListener("visibilitychange", release);
    return () => {
      for (const name of events) removeEventListener(name, release);
      document.removeEventListener("visibilitychange", release);
    };
  }, [held]);
  const isKey = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
  return (
    <button
      type="button"
      class="button main big hold"
      disabled={disabled}
      aria-pressed={held}
      onPointerDown={(e) => e.button === 0 && hold(true)}
      onKeyDown={(e) => isKey(e) && (e.preventDefault(), hold(true))}
      onKeyUp={(e) => isKey(e) && hold(false)}
      onBlur={() => held && hold(false)}
      onContextMenu={(e) => e.preventDefault()}
    >
      {label}
    </button>
  );
}

/** The plan with its clues, or with the whole city. */
function SmallPlan({ scene, count, plan }: { scene: Scene; count: number; plan?: Plan }) {
  const clues = new Map(scene.clues.slice(0, count).map((clue) => [clue.zone, clue.kind]));
  const painted = paint(scene, plan ?? {});
  return (
    <svg class="small-plan" viewBox="-60 -60 566 566" role="img" aria-label={plan ? t("The city") : t("The plan with its clues")}>
      {[...columns, ...rows].map((axis, i) => (
        <text key={axis} x={i < 5 ? i * 100 + 50 : -32} y={i < 5 ? -18 : (i - 5) * 100 + 62}>
          {axis}
        </text>
      ))}
      {zones.map((zone) => {
        const { x, y } = placeOf(zone);
        const known = clues.get(zone);
        const laid = painted.get(zone);
        return (
          <g key={zone} transform={`translate(${x * 100} ${y * 100})`} class={laid ? `building b-${laid.building}` : undefined}>
            <rect class={laid ? "cell" : "ground"} width="100" height="100" rx={laid ? 10 : 0} />
            {laid ? (
              <g transform="translate(50 50)">
                <Sign cell={laid.cell} />
              </g>
            ) : (
              known && (
                <g transform="translate(50 50)">
                  <Sign cell={known === "sharp" ? "s" : "f"} />
                </g>
              )
            )}
          </g>
        );
      })}
    </svg>
  );
}

function ClueList({ clues }: { clues: Scene["clues"] }) {
  return (
    <ol class="clue-list">
      {clues.map(({ zone, kind }) => (
        <li key={zone}>
          <Symbols text={kind === "sharp" ? "s" : "f"} /> <strong>{zone}</strong> {kind === "sharp" ? t("sharp trap") : t("fire trap")}
        </li>
      ))}
    </ol>
  );
}

function CluesPanel({ quest }: { quest: Quest }) {
  const { scene } = quest;
  const [held, hold] = useState(false);
  const more = scene.clues.slice(scene.common);
  return (
    <div class="clues-panel">
      <SmallPlan scene={scene} count={scene.common} />
      <div>
        <h2 class="small-title">{t("For everybody")}</h2>
        <p class="quiet">{t("Read them out, or hand the phone around: each of these zones holds that trap.")}</p>
        <ClueList clues={scene.clues.slice(0, scene.common)} />
        {more.length > 0 && (
          <>
            <h2 class="small-title">{t("For novices only")}</h2>
            <Hold label={t("Hold to see")} held={held} hold={hold} />
            <div class="secret" aria-live="polite">
              {held && <ClueList clues={more} />}
            </div>
          </>
        )}
        {quest.par && <p class="quiet small">{t("Alone with three clues: expert up to {expert}, confirmed up to {confirmed}.", { expert: quest.par[0], confirmed: quest.par[1] })}</p>}
      </div>
    </div>
  );
}

function AskPanel({ game, quest }: { game: CompanionProps["game"]; quest: Quest }) {
  const { scene } = quest;
  const [axis, setAxis] = useState<Axis | null>(null);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [held, setHeld] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const wanted = useRef(false);
  const hold = async (on: boolean) => {
    wanted.current = on;
    if (!on || axis === null || subject === null) {
      setHeld(false);
      return setAnswer(null);
    }
    if (held) return;
    setHeld(true);
    const got = await askDevice(game, quest, axis, subject);
    if (wanted.current) setAnswer(got);
  };
  const open = Object.fromEntries(scene.around.map((a) => [a, 0]));
  const cost = scene.subjects.find((s) => s.id === subject)?.cost ?? 0;
  return (
    <div class="ask-panel">
      <Scope scene={scene} viewfinder={axis ?? scene.around[0] ?? "1"} aimed={axis} subject={subject} costs={open} shown={held && answer !== null && axis !== null && subject !== null ? { axis, subject, answer } : null} aim={setAxis} />
      <div class="ask-choice">
        <div class="axis-chips" role="radiogroup" aria-label={t("Row or column")}>
          {[...rows, ...columns].map((a) => (
            <button key={a} type="button" role="radio" aria-checked={a === axis} aria-label={axisName(a)} class="axis-chip" onClick={() => setAxis(a)}>
              {a}
            </button>
          ))}
        </div>
        <div class="subjects" role="radiogroup" aria-label={t("What to ask")}>
          {scene.subjects.map((s) => (
            <button key={s.id} type="button" role="radio" aria-checked={s.id === subject} class="subject" onClick={() => setSubject(s.id)} aria-label={t("{subject}, costs {cost}", { subject: subjectName(s.id), cost: s.cost })}>
              <span class="subject-sign">{s.id === "buildings" ? "#" : s.id === "empties" ? "∅" : s.id === "traps" ? <Symbols text="sf" /> : <ShapeIcon scene={scene} building={s.id as Building} />}</span>
              <span class="subject-cost">{s.cost}</span>
            </button>
          ))}
        </div>
        <p class="ask-words">
          {axis !== null && subject !== null
            ? t("{subject} on {axis}: {cost} of time, besides what the viewfinder costs.", { subject: subjectName(subject), axis: axisName(axis), cost })
            : t("Choose a row or column, and what to ask about it.")}
        </p>
        <Hold label={t("Hold to see the answer")} held={held} hold={(on) => void hold(on)} disabled={axis === null || subject === null} />
        <p class="secret answer" aria-live="assertive">
          {answer !== null ? (
            <>
              <Symbols text={answer} /> {/\d/.test(answer) ? "" : sayAnswer(answer)}
            </>
          ) : (
            <span class="quiet">{t("The others look away.")}</span>
          )}
        </p>
      </div>
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

function ClaimPanel({ game, quest, rule }: { game: CompanionProps["game"]; quest: Quest; rule: Table["rule"] }) {
  const [plan, setPlan] = useState<Plan>({});
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [given, giveUp] = useState(false);
  const complete = buildings.every((b) => plan[b]);
  /** The phone lies open here: novices' clues stay out of it. */
  const scene = { ...quest.scene, clues: quest.scene.clues.slice(0, quest.scene.common) };
  const lay = (next: Plan) => {
    setPlan(next);
    setVerdict(null);
  };
  const check = async () => {
    const got = await checkClaim(game, quest, plan);
    if (typeof got === "string") toast(t(got));
    else setVerdict(got);
  };
  if (given)
    return (
      <div class="clues-panel">
        <SmallPlan scene={quest.scene} count={0} plan={quest.solution} />
        <div>
          <h2 class="small-title">{t("The city")}</h2>
          <button type="button" class="button" onClick={() => giveUp(false)}>
            {t("Cover it again")}
          </button>
        </div>
      </div>
    );
  return (
    <div class="claim-panel">
      <PlanBoard scene={scene} plan={plan} marks={{}} aimed={null} costs={null} wrongAxes={none} wrongZones={none} verdict={rule === "app" && verdict ? verdict.buildings : {}} frozen={false} aim={() => {}} lay={lay} mark={() => {}} />
      <div class="claim-words">
        <p>{t("Lay the six buildings as they are on your paper plan: drag and turn them, or touch one and then a zone. A claim costs 4 of time.")}</p>
        <p class="row">
          <button type="button" class="button main big" disabled={!complete} onClick={() => void check()}>
            <Icon name="flag" /> {t("Check this city")}
          </button>
          <button type="button" class="button" onClick={() => lay({})}>
            {t("Clear the plan")}
          </button>
        </p>
        <div role="status">
          {verdict && (
            <p class={verdict.right ? "verdict right" : "verdict wrong"}>
              {verdict.right
                ? t("Right! The city is mapped.")
                : rule === "booklet"
                  ? t("Wrong: whoever claimed this is out.")
                  : t("Wrong. Green buildings lie right, red and dashed ones do not; the claimant plays on.")}
            </p>
          )}
        </div>
        <details>
          <summary>{t("Everybody gives up?")}</summary>
          <button type="button" class="button danger" onClick={() => giveUp(true)}>
            {t("Uncover the city")}
          </button>
        </details>
      </div>
    </div>
  );
}

/** On paper: the clues, the buildings, an empty table of answers. */
function PrintSheet({ quest }: { quest: Quest }) {
  const { scene } = quest;
  const shared = scene.clues.slice(0, scene.common);
  return (
    <section class="print-sheet" aria-hidden="true">
      <h2>
        ArcheOlogic <span class="quest-code">{spaced(quest.code)}</span> <small>Tablier</small>
      </h2>
      <div class="print-top">
        <SmallPlan scene={scene} count={scene.common} />
        <div>
          <h3>{t("Clues")}</h3>
          <ClueList clues={shared} />
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
                {id === "buildings" ? "#" : id === "empties" ? "∅" : id === "traps" ? <Symbols text="sf" /> : id} <small>({cost})</small>
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
      <p>{t("Name:")} ………………………………… {t("Time:")} ……………………………………………………………………………</p>
    </section>
  );
}

function Start({ table, change, open }: { table: Table; change(table: Table): void; open(quest: string): void }) {
  const [code, setCode] = useState("");
  return (
    <form
      class="sheet companion-start"
      onSubmit={(e) => {
        e.preventDefault();
        open(code.trim() || "random");
      }}
    >
      <Choices name="clues" legend={t("How many clues?")} help={t("Three is hard, five is easy.")} choices={["3", "4", "5"].map((id) => ({ id, label: id }))} value={table.clues} onChange={(clues) => change({ ...table, clues })} />
      <Choices name="extra" legend={t("More clues for novices")} choices={["0", "1", "2"].map((id) => ({ id, label: id }))} value={table.extra} onChange={(extra) => change({ ...table, extra })} />
      <Choices
        name="rule"
        legend={t("After a wrong claim")}
        choices={[
          { id: "app", label: t("The wrong buildings are shown") },
          { id: "booklet", label: t("The claimant is out") },
        ]}
        value={table.rule}
        onChange={(rule) => change({ ...table, rule })}
      />
      <div class="row">
        <button type="button" class="button main big" onClick={() => open("random")}>
          {t("Draw a quest")}
        </button>
        <button type="button" class="button big" onClick={() => open(today())}>
          {t("Quest of the day")}
        </button>
      </div>
      <div class="field code-field">
        <label class="label" for="quest-code">
          {t("Or a quest by its code")}
        </label>
        <div class="row">
          <input id="quest-code" value={code} maxLength={12} autocomplete="off" spellcheck={false} placeholder="ABCD-1234" onInput={(e) => setCode(e.currentTarget.value)} />
          <button type="submit" class="button" disabled={!code.trim()}>
            {t("Open")}
          </button>
        </div>
      </div>
    </form>
  );
}

export function Companion({ game, detail }: CompanionProps) {
  useStore(prefs);
  const [table, setTable] = useState(loadTable);
  const [quest, setQuest] = useState<Quest | null>(null);
  const change = (next: Table) => {
    setTable(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Not kept beyond this page.
    }
  };
  const open = async (wanted: string) => {
    const got = await openQuest(game, wanted, table);
    if (typeof got === "string") return toast(t(got));
    setQuest(got);
    go(`/companion/${game.id}/${got.code}`);
  };
  useEffect(() => {
    if (!detail) setQuest(null);
    else if (quest?.code !== detail) void open(detail);
  }, [detail]);

  if (!quest)
    return (
      <div class="companion">
        <h1>{t("ArcheOlogic with your own box")}</h1>
        <p>{t("Your board, your plans and your pencils; one phone in the middle. It draws the clues, answers questions in secret and checks claims, for as many quests as you like.")}</p>
        <Start table={table} change={change} open={(wanted) => void open(wanted)} />
        <p class="small quiet">{t("The cards of the box are not in here: these are quests of our own, by the same rules.")}</p>
      </div>
    );
  return (
    <div class="companion">
      <div class="companion-head">
        <h1>
          {t("Quest")} <span class="quest-code">{spaced(quest.code)}</span>
        </h1>
        <div class="row">
          <button type="button" class="button small" onClick={() => print()}>
            {t("Print the sheet")}
          </button>
          <a class="button small" href={`#/companion/${game.id}`}>
            {t("Another quest")}
          </a>
        </div>
      </div>
      <Tabs
        label={t("Companion")}
        tabs={[
          { id: "clues", label: t("Clues"), panel: <CluesPanel quest={quest} /> },
          { id: "ask", label: t("Ask"), panel: <AskPanel game={game} quest={quest} /> },
          { id: "claim", label: t("Check a claim"), panel: <ClaimPanel key={quest.code} game={game} quest={quest} rule={table.rule} /> },
        ]}
      />
      <PrintSheet quest={quest} />
    </div>
  );
}
