/** Hints one step further at each press, and what a strong bot would do; a new position begins again. */
import { useState } from "preact/hooks";
import type { BoardProps, GameModule } from "../games/board";
import { t } from "../i18n";
import type { Snapshot, Table } from "../table/types";
import { Icon } from "./icons";
import { toast } from "./toast";

interface State {
  readonly ply: number;
  readonly step: number;
  readonly text: string | null;
  readonly advice: string | null;
}
const none = (ply: number): State => ({ ply, step: 0, text: null, advice: null });

export interface Helps extends State {
  readonly asking: boolean;
  hint(): void;
  advise(): void;
  close(): void;
}

/** Enough for any decision: a city of six buildings is claimed in eight notes. */
const MOST = 9;

/** Asks for notes until they make a whole decision. */
async function wholeAdvice(table: Table, module: GameModule | null): Promise<readonly string[]> {
  const notes: string[] = [];
  do {
    const note = await table.advise(notes);
    if (note === null) break;
    notes.push(note);
  } while (notes.length < MOST && module?.goesOn?.(notes));
  return notes;
}

export function useHelps(table: Table, { ply }: Snapshot, module: GameModule | null): Helps {
  const [state, set] = useState<State>(none(-1));
  const [asking, setAsking] = useState(false);
  const fresh = state.ply === ply ? state : none(ply);
  // A strong bot may think for a while: one question at a time.
  const once = (question: () => Promise<void>) => () => {
    setAsking(true);
    void question().finally(() => setAsking(false));
  };
  return {
    ...fresh,
    asking,
    hint: once(async () => {
      const text = await table.hint(fresh.step);
      if (text === null) toast(fresh.step ? t("There is no further hint.") : t("There is no hint here."));
      else set({ ...fresh, text, step: fresh.step + 1 });
    }),
    advise: once(async () => {
      const notes = await wholeAdvice(table, module);
      if (!notes.length) toast(t("This table allows no advice."));
      else set({ ...fresh, advice: notes.join(", ") });
    }),
    close: () => set(none(ply)),
  };
}

/** Beside the board, where there is a beside; on a phone at its foot. */
export function HelpsPanel({
  helps,
  props,
  module,
}: {
  helps: Helps;
  props: BoardProps;
  module: GameModule;
}) {
  if (helps.text === null && helps.advice === null) return null;
  const notes = helps.advice?.split(", ") ?? [];
  const said = module.sayWhole?.(notes) ?? notes.map((note) => module.say?.(note) ?? note).join(", ");
  const why = notes.length ? module.reason?.(notes, props.view) : null;
  return (
    <div role="status" class="helps notice">
      <button type="button" class="icon-button" aria-label={t("Close the hint")} onClick={helps.close}>
        <Icon name="close" />
      </button>
      {helps.text && <p>{helps.text}</p>}
      {helps.advice !== null && (
        <p>
          {t("A strong bot would play: {move}", { move: said })} {why && <span class="helps-why">{why}</span>}{" "}
          <button
            type="button"
            class="button small"
            disabled={!props.active}
            onClick={() => props.send(...notes)}
          >
            {t("Play it")}
          </button>
        </p>
      )}
    </div>
  );
}
