/** What players of Topologic count: the engine's points are sixty less the turns. */
import { t } from "../../i18n";
import type { ResultPlan } from "../board";

export const result: ResultPlan = {
  less: true,
  of: (points) => (points > 0 ? 60 - points : null),
  name: () => t("turns"),
};
