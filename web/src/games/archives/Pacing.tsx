/** How fast what follows one another is shown. */
import { t } from "../../i18n";
import type { Pace } from "../../prefs";

export function Pacing({ pace, setPace }: { pace: Pace; setPace(pace: Pace): void }) {
  const paces: readonly { readonly id: Pace; readonly label: string }[] = [
    { id: "slow", label: t("Slow") },
    { id: "normal", label: t("Normal") },
    { id: "fast", label: t("Fast") },
    { id: "off", label: t("At once") },
  ];
  return (
    <label class="av-pace">
      <span>{t("Speed of the steps")}</span>{" "}
      <select value={pace} onChange={(e) => setPace(e.currentTarget.value as Pace)}>
        {paces.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
