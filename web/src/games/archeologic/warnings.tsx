/** What the plan on the table contradicts: the engine says it, the page asks and shows. */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { solve } from "../../engine/solve";
import { t, tn } from "../../i18n";
import { listNames } from "../../ui/names";
import { Sentence, sayQuestion } from "./symbols";
import {
  type Axis,
  buildings,
  factsOf,
  isQuestion,
  type Plan,
  type Scene,
  type Subject,
  type View,
} from "./view";

/** One of these: a clue's zone, a question, an expert's note, a claim's number, the buildings laid. */
export interface Warning {
  readonly zone?: string;
  readonly axis?: Axis;
  readonly subject?: Subject;
  readonly expert?: string;
  readonly claim?: number;
  readonly buildings?: string;
}

const none: readonly Warning[] = [];

/** The warnings for this plan; while the engine is asked there are none. */
export function useWarnings(
  { scene, view, you }: { scene: Scene; view: View; you: number | null },
  plan: Plan,
  wanted: boolean,
): readonly Warning[] {
  const laid = buildings.filter((b) => plan[b]).map((b) => `lay ${b} ${plan[b] ?? ""}`);
  const sheet = wanted && laid.length ? [...factsOf(scene, view, you), ...laid].join("\n") : "";
  const [known, setKnown] = useState<{ sheet: string; list: readonly Warning[] }>({ sheet: "", list: none });
  useEffect(() => {
    if (!sheet) return;
    let late = false;
    void solve<{ warnings: readonly Warning[] }>("archeologic", sheet.split("\n")).then(
      (told) => late || setKnown({ sheet, list: told?.warnings ?? none }),
    );
    return () => {
      late = true;
    };
  }, [sheet]);
  return known.sheet === sheet ? known.list : none;
}

/** What is contradicted, in words. */
function Words({
  warning,
  scene,
  view,
  you,
}: {
  warning: Warning;
  scene: Scene;
  view: View;
  you: number | null;
}) {
  const { zone, axis, subject, expert } = warning;
  if (zone !== undefined) return <>{t("the clue on {zone}", { zone })}</>;
  if (axis !== undefined && subject !== undefined) {
    const asked = view.log
      .filter(isQuestion)
      .find((q) => q.seat === you && q.axis === axis && q.subject === subject);
    return <>{sayQuestion(axis, subject, asked?.answer ?? null)}</>;
  }
  if (expert !== undefined) {
    const clue = scene.expert.find((one) => one.note === expert);
    if (clue) return <Sentence scene={scene} clue={clue} />;
    return <>{expert}</>;
  }
  return <>{t("a claim that was refused")}</>;
}

/** In words: the first of them, and how many more. */
export function Remark(props: {
  warnings: readonly Warning[];
  scene: Scene;
  view: View;
  you: number | null;
}): VNode | null {
  const [first, ...more] = props.warnings;
  if (!first) return null;
  return (
    <span class="dig-remark" role="status">
      {first.buildings !== undefined ? (
        t("No city has {list} as they lie.", { list: listNames([...first.buildings]) })
      ) : (
        <>
          {t("Your plan contradicts:")} <Words {...props} warning={first} />
        </>
      )}
      {more.length > 0 && <> {tn("And {n} thing more.", "And {n} things more.", more.length)}</>}
    </span>
  );
}
