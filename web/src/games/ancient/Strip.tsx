/** Whose turn, which phase, what is left of it; the decks, and how fast effects are shown. */
import type { ComponentChildren } from "preact";
import { t } from "../../i18n";
import type { Pace } from "../../prefs";
import { Glyph } from "./glyphs";
import type { View } from "./view";

interface Props {
  readonly view: View;
  readonly names: readonly string[];
  readonly pace: Pace;
  setPace(pace: Pace): void;
}

function paces(): readonly { readonly id: Pace; readonly label: string }[] {
  return [
    { id: "slow", label: t("Slow") },
    { id: "normal", label: t("Normal") },
    { id: "fast", label: t("Fast") },
    { id: "off", label: t("At once") },
  ];
}

function Pile({
  spot,
  label,
  n,
  children,
}: {
  spot: string;
  label: string;
  n: number;
  children: ComponentChildren;
}) {
  return (
    <li title={label} data-spot={spot}>
      {children}
      <span class="hidden">{label} </span>
      {n}
    </li>
  );
}

export function Strip({ view, names, pace, setPace }: Props) {
  const phases = [
    { id: "action", label: t("Actions") },
    { id: "chronicle", label: t("Chronicle") },
    { id: "decline", label: t("Declines") },
  ];
  return (
    <header class="ak-strip">
      {view.phase !== "setup" && view.phase !== "over" && (
        <>
          <p class="ak-round">
            {t("Round {n}", { n: view.round })}
            <strong> · {names[view.active]}</strong>
          </p>
          <ol class="ak-phases" aria-label={t("Phases of the turn")}>
            {phases.map((phase) => (
              <li
                key={phase.id}
                aria-current={phase.id === view.phase ? "step" : undefined}
                class={phase.id === "decline" && view.skip ? "skipped" : ""}
              >
                {phase.label}
                {phase.id === "action" && view.phase === "action" && (
                  <span
                    class="ak-left"
                    role="img"
                    aria-label={t("{n} of 2 actions left", { n: view.actions })}
                  >
                    <i class={view.actions > 0 ? "on" : ""} />
                    <i class={view.actions > 1 ? "on" : ""} />
                  </span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {view.ending && view.phase !== "over" && <p class="ak-last">{t("Last round")}</p>}
      <ul class="ak-decks">
        <Pile spot="deck" label={t("Cards in the deck")} n={view.deck}>
          <Glyph sign="deck" />
        </Pile>
        <Pile spot="pile" label={t("Cards discarded")} n={view.pile}>
          <Glyph sign="archive" />
        </Pile>
        <Pile spot="technologies 1" label={t("Technologies left, level I")} n={view.decks[0]}>
          <span class="ak-roman">I</span>
        </Pile>
        <Pile spot="technologies 2" label={t("Technologies left, level II")} n={view.decks[1]}>
          <span class="ak-roman two">II</span>
        </Pile>
      </ul>
      <label class="ak-pace" title={t("How fast effects are shown")}>
        <span class="hidden">{t("How fast effects are shown")}</span>
        <Glyph sign="timeline" />
        <select
          value={pace}
          onChange={(e) => setPace(paces().find(({ id }) => id === e.currentTarget.value)?.id ?? "normal")}
        >
          {paces().map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}
