/** Nouvelles Contrées is won or lost by all; its points are the engine's. */
import { t } from "../../i18n";
import type { ResultPlan } from "../board";

export const result: ResultPlan = {
  less: false,
  of: (points) => points,
  name: () => t("points"),
  together: true,
};
