/** Before a game: who plays, and the options in plain words. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { whenIdle } from "../ahead";
import type { LaidBook } from "../books/begin";
import type { BookFieldProps } from "../books/BookField";
import { cover, seatsText } from "../games/shelf";
import { type GameInfo, gameInfo, type GameOption } from "../games/info";
import { learnArea, t, tn } from "../i18n";
import type { OptionsPlan } from "../games/board";
import { usualValue, wholeOptions } from "../games/usual";
import { prefs } from "../prefs";
import { wayOn } from "../router";
import { beginLocal, type KeptSeat } from "../table/kept";
import type { Pace } from "../table/types";
import { connection } from "../table/connection";
import { Choices } from "../ui/Choices";
import { FirstTime, useFirstTime } from "../ui/FirstTime";
import { NameField } from "../ui/NameField";
import { Nothing } from "../ui/Nothing";
import { toast } from "../ui/toast";
import { Door } from "./Door";
import "./new.css";

type Company = "bot" | "alone" | "here" | "friends";
type Level = "easy" | "normal" | "hard";

function companies(info: GameInfo, bots: boolean): readonly { id: Company; label: string }[] {
  const [least = 1, most = 1] = info.seats;
  return [
    ...(most > 1 && bots ? [{ id: "bot" as const, label: t("Against bots") }] : []),
    ...(least === 1 ? [{ id: "alone" as const, label: t("Alone") }] : []),
    ...(most > 1 ? [{ id: "here" as const, label: t("Around this device") }] : []),
    { id: "friends" as const, label: t("With friends, by a link") },
  ];
}

function OptionField({
  option,
  value,
  onChange,
}: {
  option: GameOption;
  value: string;
  onChange(value: string): void;
}) {
  const choices =
    option.values?.map((v) => ({ id: v.id, label: t(v.label) })) ??
    (option.max !== undefined && option.min !== undefined && option.max - option.min < 10
      ? Array.from({ length: option.max - option.min + 1 }, (_, i) => ({
          id: String((option.min ?? 0) + i),
          label: String((option.min ?? 0) + i),
        }))
      : null);
  if (choices)
    return (
      <Choices
        name={`option-${option.id}`}
        legend={t(option.name)}
        help={option.help ? t(option.help) : undefined}
        choices={choices}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <div class="field">
      <label class="label" for={`option-${option.id}`}>
        {t(option.name)}
      </label>
      <p class="help">{option.help && t(option.help)}</p>
      <input id={`option-${option.id}`} value={value} onInput={(e) => onChange(e.currentTarget.value)} />
    </div>
  );
}

const usualPaces: Readonly<Record<Pace["kind"], Pace>> = {
  none: { kind: "none" },
  live: { kind: "live", main: 600, plus: 10 },
  days: { kind: "days", days: 3 },
};

function paceHelp(kind: Pace["kind"], bots: boolean): string | undefined {
  if (kind === "live" && !bots) return undefined;
  if (kind === "live") return t("Whoever runs out of time loses; with three or more a bot plays on.");
  return kind === "days"
    ? t("Everybody looks in when it suits them; the page says whose turn it is.")
    : undefined;
}

function NumberField(props: {
  id: string;
  label: string;
  min: number;
  max: number;
  value: number;
  onChange(n: number): void;
}) {
  const take = (text: string) => {
    const n = Math.round(Number(text));
    if (text && n >= props.min && n <= props.max) props.onChange(n);
  };
  return (
    <div class="field">
      <label class="label" for={props.id}>
        {props.label}
      </label>
      <input
        id={props.id}
        type="number"
        inputMode="numeric"
        min={props.min}
        max={props.max}
        value={props.value}
        onInput={(e) => take(e.currentTarget.value)}
      />
    </div>
  );
}

function seatsFor(company: Company, count: number, level: Level): KeptSeat[] {
  const me: KeptSeat = { kind: "person", name: prefs.get().name, bot: null };
  if (company === "alone") return [me];
  return Array.from({ length: count }, (_, i): KeptSeat => {
    if (i === 0) return me;
    return company === "here"
      ? { kind: "person", name: "", bot: null }
      : { kind: "bot", name: "", bot: level };
  });
}

/** What was chosen before a game; each field changes its own. */
interface Plan {
  readonly company: Company;
  readonly level: Level;
  readonly count: number;
  readonly options: Readonly<Record<string, string>>;
  readonly pace: Pace;
  readonly shown: "link" | "public";
  /** Hints and advice though several persons play. */
  readonly helps: boolean;
  /** A book of this device, where the game is played in one and its option says "given". */
  readonly book: string | null;
}
interface FieldsProps {
  readonly info: GameInfo;
  /** Which options matter, as the game's folder says. */
  readonly rule: OptionsPlan;
  readonly plan: Plan;
  change(what: Partial<Plan>): void;
}

const NO_RULE: OptionsPlan = { first: [] };

const seatCount = ({ company, count }: Plan) => (company === "alone" ? 1 : count);

/** The book of this device that was chosen, laid out for this game; null: the game needs none. */
async function bookFor(
  { info, plan }: FieldsProps,
  seats: number,
  options: Readonly<Record<string, string>>,
): Promise<LaidBook | { why: string } | null> {
  if (!info.book || plan.book === null || options["book"] !== "given") return null;
  const { layBook } = await import("../books/begin");
  return layBook(info, seats, options, plan.book);
}

/** Begins; answers why not, or null. `sent`: how much of a book is at the house. */
async function begin(props: FieldsProps, sent: (done: number) => void): Promise<string | null> {
  const { info, rule, plan } = props;
  const { company, count, level, pace, shown, helps } = plan;
  const { options: chosen } = plan;
  const options = wholeOptions(info, rule, { company, seats: seatCount(plan), chosen });
  const seats = seatsFor(company, count, level);
  const on = wayOn();
  const book = await bookFor(props, company === "friends" ? count : seats.length, options);
  if (book && "why" in book) return book.why;
  if (company !== "friends") {
    on(`/local/${beginLocal(info, seats, options, helps, book?.digest ?? null)}`);
    return null;
  }
  const { openTable } = await import("./openTable");
  const most = Math.max(count, info.seats[0] ?? 1);
  return openTable({ game: info.id, seats: most, options, pace, shown, helps, book }, sent);
}

/** The game, and what else there is of it. */
function CoverSide({ info }: { info: GameInfo }) {
  const picture = cover(info.id);
  return (
    <div class="new-cover">
      {picture && <img src={picture.art} alt="" width="320" height="220" />}
      <h1>{t(info.name)}</h1>
      <p>{t(info.about)}</p>
      <p class="small quiet">{seatsText(info.seats)}</p>
      <p class="row">
        {picture?.lesson && <a href={`#/learn/${info.id}`}>{t("Learn it in five minutes")}</a>}
        {picture?.rules && <a href={`#/rules/${info.id}`}>{t("Read the rules")}</a>}
        {picture?.companion && <a href={`#/companion/${info.id}`}>{t("You own the box?")}</a>}
      </p>
    </div>
  );
}

/** Why bots are not offered; null: they are. */
const noBots = (rule: OptionsPlan, plan: Plan) => rule.noBots?.(plan.options) ?? null;

/** A choice that leaves no room for bots takes them away: people around the device are next. */
function settled(rule: OptionsPlan, plan: Plan): Plan {
  return plan.company === "bot" && noBots(rule, plan) !== null ? { ...plan, company: "here" } : plan;
}

function CompanyFields({ info, rule, plan, change }: FieldsProps) {
  const why = noBots(rule, plan);
  const [least = 1, most = 2] = info.seats;
  const few = Math.max(2, least);
  const counts = Array.from({ length: most - few + 1 }, (_, i) => String(few + i));
  return (
    <>
      <Choices
        name="company"
        legend={t("Who plays?")}
        help={why === null ? undefined : t(why)}
        choices={companies(info, why === null)}
        value={plan.company}
        onChange={(company) => change({ company })}
      />
      {plan.company !== "alone" && counts.length > 1 && (
        <Choices
          name="count"
          legend={t("How many players?")}
          choices={counts.map((n) => ({ id: n, label: n }))}
          value={String(plan.count)}
          onChange={(n) => change({ count: Number(n) })}
        />
      )}
    </>
  );
}

function LevelField({ plan, change }: FieldsProps) {
  return (
    <Choices
      name="level"
      legend={tn("How strong is the bot?", "How strong are the bots?", plan.count - 1)}
      choices={[
        { id: "easy", label: t("Easy") },
        { id: "normal", label: t("Normal") },
        { id: "hard", label: t("Hard") },
      ]}
      value={plan.level}
      onChange={(level) => change({ level })}
    />
  );
}

/** The numbers of a clock, where there is one. */
function ClockFields({ pace, onChange }: { pace: Pace; onChange(pace: Pace): void }) {
  if (pace.kind === "none") return null;
  if (pace.kind === "days")
    return (
      <div class="row paces">
        <NumberField
          id="days"
          label={t("Days for each decision")}
          min={1}
          max={30}
          value={pace.days}
          onChange={(days) => onChange({ ...pace, days })}
        />
      </div>
    );
  return (
    <div class="row paces">
      <NumberField
        id="minutes"
        label={t("Minutes each")}
        min={1}
        max={600}
        value={pace.main / 60}
        onChange={(n) => onChange({ ...pace, main: n * 60 })}
      />
      <NumberField
        id="plus"
        label={t("Seconds more per turn")}
        min={0}
        max={600}
        value={pace.plus}
        onChange={(plus) => onChange({ ...pace, plus })}
      />
    </div>
  );
}

/** What only a table of the server has: its pace, and who may sit down. */
function FriendsFields({ rule, plan, change }: FieldsProps) {
  const { pace, shown } = plan;
  return (
    <>
      <Choices
        name="pace"
        legend={t("Pace")}
        help={paceHelp(pace.kind, noBots(rule, plan) === null)}
        choices={[
          { id: "none", label: t("No clock") },
          { id: "live", label: t("A live clock") },
          { id: "days", label: t("Days per decision") },
        ]}
        value={pace.kind}
        onChange={(kind) => change({ pace: usualPaces[kind] })}
      />
      <ClockFields pace={pace} onChange={(changed) => change({ pace: changed })} />
      <Choices
        name="shown"
        legend={t("Who may sit down?")}
        choices={[
          { id: "link", label: t("Whoever has the link") },
          { id: "public", label: t("Anybody: the table is listed") },
        ]}
        value={shown}
        onChange={(who) => change({ shown: who })}
      />
    </>
  );
}

/** Between persons: whether a strong bot may be asked. */
function HelpsField({ plan: { helps }, change }: FieldsProps) {
  return (
    <Choices
      name="helps"
      legend={t("Hints and advice")}
      choices={[
        { id: "no", label: t("For nobody") },
        { id: "yes", label: t("For everybody; the result says so") },
      ]}
      value={helps ? "yes" : "no"}
      onChange={(allowed) => change({ helps: allowed === "yes" })}
    />
  );
}

/** A game that is played in a book: the field comes with what it takes to read one. */
function LazyBook(props: BookFieldProps) {
  const [Field, setField] = useState<ComponentType<BookFieldProps> | null>(null);
  useEffect(() => {
    void Promise.all([import("../books/BookField"), learnArea("books")]).then(([m]) =>
      setField(() => m.BookField),
    );
  }, []);
  return Field ? <Field {...props} /> : <p class="loading">{t("One moment…")}</p>;
}

/** One option, by the game's own field where it has one. */
function Option({ option, info, rule, plan, change }: FieldsProps & { option: GameOption }) {
  const usual = usualValue(option, rule, plan.company) ?? option.usual;
  const value = plan.options[option.id] ?? usual;
  const onChange = (next: string) => change({ options: { ...plan.options, [option.id]: next } });
  const Own = rule.fields?.[option.id];
  if (info.book && option.id === "book" && !Own)
    return (
      <LazyBook
        game={info.id}
        option={option}
        value={value}
        usual={usual}
        book={plan.book}
        onChange={(next, book) => change({ options: { ...plan.options, [option.id]: next }, book })}
      />
    );
  return Own ? (
    <Own legend={t(option.name)} value={value} onChange={onChange} />
  ) : (
    <OptionField option={option} value={value} onChange={onChange} />
  );
}

/** Only options that matter for these seats: the usual ones first, the rest folded. */
function OptionFields(props: FieldsProps) {
  const { info, rule, plan } = props;
  const shown = info.options.filter(({ id }) => rule.matters?.(id, seatCount(plan), plan.options) ?? true);
  // What a game is played in comes before how.
  const ids = info.book && !rule.first.includes("book") ? ["book", ...rule.first] : rule.first;
  const first = ids.flatMap((id) => shown.find((option) => option.id === id) ?? []);
  const rest = shown.filter((option) => !first.includes(option));
  return (
    <>
      {first.map((option) => (
        <Option key={option.id} option={option} {...props} />
      ))}
      {rest.length > 0 && (
        <details class="options">
          <summary>{first.length ? t("More options") : t("Options of the game")}</summary>
          {rest.map((option) => (
            <Option key={option.id} option={option} {...props} />
          ))}
        </details>
      )}
    </>
  );
}

/** Whoever never played it here is offered its lesson. */
function FirstGame({ game }: { game: string }) {
  return useFirstTime(game) ? (
    <p class="notice">
      <FirstTime game={game} />
    </p>
  ) : null;
}

function Form(props: FieldsProps) {
  const { plan } = props;
  const [sent, setSent] = useState<number | null>(null);
  const submit = async () => {
    if (sent !== null) return;
    setSent(0);
    const why = await begin(props, setSent).catch(() => t("The book could not be read."));
    if (why !== null) toast(t(why));
    setSent(null);
  };
  return (
    <form
      class="sheet"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      <FirstGame game={props.info.id} />
      <CompanyFields {...props} />
      {plan.company === "bot" && <LevelField {...props} />}
      {plan.company === "friends" && <FriendsFields {...props} />}
      {(plan.company === "friends" || plan.company === "here") && <HelpsField {...props} />}
      <NameField />
      <OptionFields {...props} />
      <div class="begin-bar">
        {sent !== null && plan.book !== null && (
          <progress class="book-bar" value={sent} max={1} aria-label={t("Sending the book…")} />
        )}
        <button type="submit" class="button main big" disabled={sent !== null}>
          {plan.company === "friends" ? t("Open the table") : t("Begin")}
        </button>
      </div>
    </form>
  );
}

export function NewPage({ game, friends }: { game: string; friends: boolean }) {
  const [info, setInfo] = useState<GameInfo | null | undefined>(undefined);
  const [plan, setPlan] = useState<Plan>({
    company: friends ? "friends" : "bot",
    level: "normal",
    count: 2,
    options: {},
    pace: usualPaces.none,
    shown: "link",
    helps: false,
    book: null,
  });
  const [rule, setRule] = useState<OptionsPlan>(NO_RULE);
  const change = (what: Partial<Plan>) => setPlan((before) => settled(rule, { ...before, ...what }));
  useEffect(() => {
    void Promise.all([gameInfo(game), cover(game)?.options?.()]).then(([got, which]) => {
      setRule(which ?? NO_RULE);
      setInfo(got);
      if (got) change({ count: Math.max(2, got.seats[0] ?? 2) });
    });
  }, [game]);

  useEffect(() => {
    if (info) whenIdle([info.id]);
  }, [info]);

  // A private house asks at its door, not once the form is filled in.
  useEffect(() => {
    if (plan.company === "friends") connection.open();
  }, [plan.company]);

  if (info === undefined) return <p class="loading">{t("One moment…")}</p>;
  if (info === null) return <Nothing title={t("This game is not here yet.")} />;
  const form = (
    <div class="new">
      <CoverSide info={info} />
      <Form info={info} rule={rule} plan={plan} change={change} />
    </div>
  );
  return plan.company === "friends" ? <Door>{form}</Door> : form;
}
