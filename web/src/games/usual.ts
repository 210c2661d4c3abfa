/** What is chosen before anybody has chosen. */
import { prefs } from "../prefs";
import type { OptionsPlan } from "./board";
import type { GameInfo, GameOption } from "./info";

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

/** The same for all options: a whole game that nobody has to choose. */
export function usualOptions(
  info: GameInfo,
  rule: OptionsPlan | null,
  company: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    info.options.flatMap((option) => {
      const value = usualValue(option, rule, company);
      return value === undefined ? [] : [[option.id, value]];
    }),
  );
}
