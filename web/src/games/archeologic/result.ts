/** What players of ArcheOlogic count: the engine's points are a hundred less the time of who found it. */
import { t } from "../../i18n";
import type { ResultPlan } from "../board";

export const result: ResultPlan = {
  less: true,
  of: (points, place) => (place === 1 ? 100 - points : null),
  name: () => t("time"),
};
