/** What is chosen before anybody has chosen. */
import { prefs } from "../prefs";
import type { OptionsPlan } from "./board";
import type { GameInfo, GameOption } from "./info";

type Chosen = Readonly<Record<string, string>>;

/**
 * As the game's folder has it for who plays; of what there is in several languages, as novella-fr and novella-en,
 * the reader's own. Undefined: what the engine has.
 */
export function usualValue(
  option: GameOption,
  rule: OptionsPlan | null,
  company: string,
): string | undefined {
  const mine = option.values?.find(({ id }) => id.endsWith(`-${prefs.get().lang}`));
  return rule?.usual?.(company)[option.id] ?? mine?.id;
}

/** A whole game: what is chosen, and the usual where nothing is; only what matters for its seats. */
export function wholeOptions(
  info: GameInfo,
  rule: OptionsPlan | null,
  { company, seats, chosen = {} }: { company: string; seats: number; chosen?: Chosen },
): Record<string, string> {
  const kept = info.options.filter(({ id }) => rule?.matters?.(id, seats, chosen) ?? true);
  return Object.fromEntries(
    kept.flatMap((option) => {
      const value = chosen[option.id] ?? usualValue(option, rule, company);
      return value === undefined ? [] : [[option.id, value]];
    }),
  );
}
