/** For owners of the box: one phone in the middle is Archeoscope, clue wheel and judge. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { prefs } from "../../prefs";
import { go } from "../../router";
import { keep, kept } from "../../storage";
import { useStore } from "../../store";
import { Choices } from "../../ui/Choices";
import { Icon } from "../../ui/icons";
import "../../ui/table.css";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/toast";
import { useFetched } from "../../ui/useFetched";
import type { CompanionProps } from "../board";
import { gameInfo } from "../info";
import { askDevice, checkClaim, emptyScene, openQuest, type Quest, type Table, type Verdict } from "./device";
import { Hold } from "./Hold";
import { Chooser, clueFact, Notebook, useFacts } from "./Notebook";
import { PlanBoard } from "./Plan";
import { Scope } from "./Scope";
import { ClueList, ExpertClues, knownCity, knownClues, PrintSheet, SmallPlan, spaced } from "./Sheet";
import { axisName, sayAnswer, subjectName, Symbols } from "./symbols";
import { type Axis, buildings, type Plan, type Scene, type Subject, writePlan } from "./view";
import "./archeologic.css";
import "./companion.css";

const KEY = "tablier.archeologic.companion";
const usual: Table = { mode: "normal", clues: "4", extra: "0", rule: "app", notes: "no" };

const loadTable = (): Table => ({ ...usual, ...kept<Partial<Table>>(KEY, {}) });

/** The day in UTC, as the engine writes it: the same quest for everybody, here and at #/today. */
const today = () => new Date().toISOString().slice(0, 10);

function CluesPanel({ quest }: { quest: Quest }) {
  const { scene } = quest;
  const [held, hold] = useState(false);
  const more = scene.clues.slice(scene.common);
  return (
    <div class="clues-panel">
      <SmallPlan
        known={knownClues(scene.clues.slice(0, scene.common))}
        label={t("The plan with its clues")}
      />
      <div>
        <h2 class="small-title">{t("For everybody")}</h2>
        <p class="quiet">
          {scene.expert.length > 0
            ? t("Read them out, or hand the phone around: an expert says this of the city.")
            : t("Read them out, or hand the phone around: each of these zones holds that trap.")}
        </p>
        <ClueList clues={scene.clues.slice(0, scene.common)} />
        {scene.expert.length > 0 && <ExpertClues scene={scene} />}
        {more.length > 0 && (
          <>
            <h2 class="small-title">{t("For novices only")}</h2>
            <Hold label={t("Hold to see")} held={held} hold={hold} />
            <div class="secret" aria-live="polite">
              {held && <ClueList clues={more} />}
            </div>
          </>
        )}
        {quest.par && (
          <p class="quiet small">
            {t("Alone with three clues: expert up to {expert}, confirmed up to {confirmed}.", {
              expert: quest.par[0],
              confirmed: quest.par[1],
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function AskPanel({
  game,
  quest,
  write,
}: {
  game: CompanionProps["game"];
  quest: Quest;
  write: ((fact: string) => void) | null;
}) {
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
    if (!wanted.current) return;
    setAnswer(got);
    write?.(`${axis} ${subject} ${got}`);
  };
  const open = Object.fromEntries(scene.around.map((a) => [a, 0]));
  const cost = scene.subjects.find((s) => s.id === subject)?.cost ?? 0;
  return (
    <div class="ask-panel">
      <Scope
        scene={scene}
        viewfinder={axis ?? scene.around[0] ?? "1"}
        aimed={axis}
        subject={subject}
        costs={open}
        shown={
          held && answer !== null && axis !== null && subject !== null ? { axis, subject, answer } : null
        }
        aim={setAxis}
      />
      <div class="ask-choice">
        <Chooser scene={scene} axis={axis} subject={subject} setAxis={setAxis} setSubject={setSubject} />
        <p class="ask-words">
          {axis !== null && subject !== null
            ? t("{subject} on {axis}: {cost} of time, besides what the viewfinder costs.", {
                subject: subjectName(subject),
                axis: axisName(axis),
                cost,
              })
            : t("Choose a row or column, and what to ask about it.")}
        </p>
        <Hold
          label={t("Hold to see the answer")}
          held={held}
          hold={(on) => void hold(on)}
          disabled={axis === null || subject === null}
        />
        <p class="secret answer" aria-live="assertive">
          {answer !== null ? (
            <>
              <Symbols text={answer} /> {/\d/.test(answer) ? "" : sayAnswer(answer)}
            </>
          ) : (
            <span class="quiet">
              {write ? t("It goes into the notebook too.") : t("The others look away.")}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

function ClaimPanel({
  game,
  quest,
  rule,
}: {
  game: CompanionProps["game"];
  quest: Quest;
  rule: Table["rule"];
}) {
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
        <SmallPlan known={knownCity(quest.scene, quest.solution)} label={t("The city")} />
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
      <PlanBoard
        scene={scene}
        plan={plan}
        marks={{}}
        aimed={null}
        costs={null}
        wrongAxes={none}
        wrongZones={none}
        verdict={rule === "app" && verdict ? verdict.buildings : {}}
        frozen={false}
        aim={() => {}}
        lay={lay}
        mark={() => {}}
      />
      <div class="claim-words">
        <p>
          {t(
            "Lay the six buildings as they are on your paper plan: drag them, or touch one and then a zone; each touch turns it. A claim costs 4 of time.",
          )}
        </p>
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

/** The values of the option, as the engine says them; its sentences are known when a companion is open. */
function useModes(game: string) {
  const load = useMemo(() => () => gameInfo(game), [game]);
  const info = useFetched(load);
  return info?.options.find(({ id }) => id === "mode")?.values ?? [];
}

function Start({
  game,
  table,
  change,
  open,
}: {
  game: string;
  table: Table;
  change(table: Table): void;
  open(quest: string): void;
}) {
  const [code, setCode] = useState("");
  const modes = useModes(game);
  return (
    <form
      class="sheet companion-start"
      onSubmit={(e) => {
        e.preventDefault();
        open(code.trim() || "random");
      }}
    >
      <Choices
        name="mode"
        legend={t("Which clues?")}
        help={t("Traps in their zones, or an expert’s sentences about the buildings.")}
        choices={modes.map(({ id, label }) => ({ id, label: t(label) }))}
        value={table.mode}
        onChange={(mode) => change({ ...table, mode })}
      />
      {table.mode === "normal" && (
        <Choices
          name="clues"
          legend={t("How many clues?")}
          help={t("Three is hard, five is easy.")}
          choices={["3", "4", "5"].map((id) => ({ id, label: id }))}
          value={table.clues}
          onChange={(clues) => change({ ...table, clues })}
        />
      )}
      <Choices
        name="extra"
        legend={t("More clues for novices")}
        choices={["0", "1", "2"].map((id) => ({ id, label: id }))}
        value={table.extra}
        onChange={(extra) => change({ ...table, extra })}
      />
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
      <Choices
        name="notes"
        legend={t("Whose phone is it?")}
        choices={[
          { id: "no", label: t("It goes around: answers vanish") },
          { id: "yes", label: t("One player’s: it keeps a notebook") },
        ]}
        value={table.notes}
        onChange={(notes) => change({ ...table, notes })}
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
          <input
            id="quest-code"
            value={code}
            maxLength={12}
            autocomplete="off"
            spellcheck={false}
            onInput={(e) => setCode(e.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={!code.trim()}>
            {t("Open")}
          </button>
        </div>
      </div>
      <h2 class="small-title">{t("Without a quest of ours")}</h2>
      <div class="row">
        <a class="button" href="#/companion/archeologic/own">
          {t("Bury a city of your own")}
        </a>
        <a class="button" href="#/companion/archeologic/notebook">
          {t("A notebook for a card of the box")}
        </a>
      </div>
    </form>
  );
}

/** Lays a city for the others to find. */
function OwnCity({ game, open }: { game: CompanionProps["game"]; open(quest: string): void }) {
  const [scene, setScene] = useState<Scene | null>(null);
  const [plan, setPlan] = useState<Plan>({});
  useEffect(() => void emptyScene(game).then(setScene), []);
  if (!scene) return <p class="loading">{t("One moment…")}</p>;
  return (
    <div class="companion">
      <h1>{t("A city of your own")}</h1>
      <div class="claim-panel">
        <PlanBoard
          scene={scene}
          plan={plan}
          marks={{}}
          aimed={null}
          costs={null}
          wrongAxes={none}
          wrongZones={none}
          verdict={{}}
          frozen={false}
          aim={() => {}}
          lay={setPlan}
          mark={() => {}}
        />
        <div class="claim-words">
          <p>
            {t(
              "While nobody looks, lay the six buildings as you please, or as a solution in the booklet shows them. The phone then draws the clues, answers and judges; friends elsewhere can dig for it by its code.",
            )}
          </p>
          <p class="quiet">{t("No row or column may have more than three traps.")}</p>
          <p class="row">
            <button
              type="button"
              class="button main big"
              disabled={!buildings.every((b) => plan[b])}
              onClick={() => open(writePlan(plan))}
            >
              {t("Make a quest of it")}
            </button>
            <button type="button" class="button" onClick={() => setPlan({})}>
              {t("Clear the plan")}
            </button>
            <a class="button" href="#/companion/archeologic">
              {t("Back")}
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

/** Facts read off a card of the box, and what they mean. */
function FreeNotebook({ game }: { game: CompanionProps["game"] }) {
  const [scene, setScene] = useState<Scene | null>(null);
  const facts = useFacts("card");
  useEffect(() => void emptyScene(game).then(setScene), []);
  if (!scene) return <p class="loading">{t("One moment…")}</p>;
  return (
    <div class="companion">
      <div class="companion-head">
        <h1>{t("A notebook for your card")}</h1>
        <a class="button small" href="#/companion/archeologic">
          {t("Back")}
        </a>
      </div>
      <p>
        {t(
          "Read clues and answers with your own wheel and Archeoscope and write them here: the notebook keeps them in order and notices what cannot be.",
        )}
      </p>
      <Notebook scene={scene} given={[]} facts={facts} byHand />
    </div>
  );
}

function QuestPage({ game, quest, table }: { game: CompanionProps["game"]; quest: Quest; table: Table }) {
  const facts = useFacts(quest.code);
  const { scene } = quest;
  const tabs = [
    { id: "clues", label: t("Clues"), panel: <CluesPanel quest={quest} /> },
    {
      id: "ask",
      label: t("Ask"),
      panel: <AskPanel game={game} quest={quest} write={table.notes === "yes" ? facts.add : null} />,
    },
    ...(table.notes === "yes"
      ? [
          {
            id: "notes",
            label: t("Notebook"),
            panel: (
              <Notebook
                scene={scene}
                given={[
                  ...scene.clues.slice(0, scene.common).map(clueFact),
                  ...scene.expert.map(({ note }) => `expert ${note}`),
                ]}
                facts={facts}
              />
            ),
          },
        ]
      : []),
    {
      id: "claim",
      label: t("Check a claim"),
      panel: <ClaimPanel game={game} quest={quest} rule={table.rule} />,
    },
  ];
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
      <Tabs label={t("Companion")} tabs={tabs} />
      <PrintSheet code={quest.code} scene={scene} />
    </div>
  );
}

export function Companion({ game, detail }: CompanionProps) {
  useStore(prefs);
  const [table, setTable] = useState(loadTable);
  const [quest, setQuest] = useState<Quest | null>(null);
  const change = (next: Table) => {
    setTable(next);
    keep(KEY, next);
  };
  const open = async (wanted: string) => {
    const got = await openQuest(game, wanted, table);
    if (typeof got === "string") return toast(t(got));
    setQuest(got);
    go(`/companion/${game.id}/${got.code}`);
  };
  useEffect(() => {
    if (!detail || detail === "own" || detail === "notebook") setQuest(null);
    else if (quest?.code !== detail) void open(detail);
  }, [detail]);

  if (detail === "own") return <OwnCity game={game} open={(wanted) => void open(wanted)} />;
  if (detail === "notebook") return <FreeNotebook game={game} />;
  if (quest) return <QuestPage key={quest.code} game={game} quest={quest} table={table} />;
  return (
    <div class="companion">
      <h1>{t("ArcheOlogic with your own box")}</h1>
      <p>
        {t(
          "Your board, your plans and your pencils; one phone in the middle. It draws the clues, answers questions in secret and checks claims, for as many quests as you like.",
        )}
      </p>
      <Start game={game.id} table={table} change={change} open={(wanted) => void open(wanted)} />
      <p class="small quiet">
        {t("The cards of the box are not in here: these are quests of our own, by the same rules.")}
      </p>
    </div>
  );
}
