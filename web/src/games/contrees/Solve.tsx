/** A paper book's referee: the scout types the six lines, and the program counts. */
import { useRef, useState } from "preact/hooks";
import { Desk } from "../../engine/engine";
import { colon, t } from "../../i18n";
import { newRecord } from "../../table/kept";
import { gameInfo } from "../info";
import { cardName, cardText, reader, type Scene } from "./view";
import { proofText } from "./words";

interface Verdict {
  readonly mission: string;
  readonly right: boolean;
  readonly count: number;
  readonly need: number;
  readonly most: boolean;
}

/** The engine's verdict, or what it did not understand. */
async function judge(mission: string, easy: boolean, lines: string): Promise<Verdict | string> {
  const info = await gameInfo("contrees");
  const desk = info && (await Desk.open(newRecord(info, 2, {}, "1")));
  if (!desk || typeof desk === "string") return t("The engine is not there.");
  try {
    const facts = `${reader()} ${mission}${easy ? " easy" : ""}\n${lines}`;
    const got = (await desk.solve(facts)) as readonly Verdict[] | { refused: string } | null;
    if (got === null || "refused" in got) return t(got?.refused ?? "The engine is not there.");
    return got[0] ?? t("The engine is not there.");
  } finally {
    void desk.close();
  }
}

export function Solve({ scene, mission }: { scene: Scene; mission: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [lines, setLines] = useState("");
  const [verdict, setVerdict] = useState<Verdict | string | null>(null);
  const ask = (e: Event) => {
    e.preventDefault();
    void judge(mission, scene.missions === "easy", lines.replace(/\n+$/, "")).then(setVerdict);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => dialog.current?.showModal()}>
        {t("Count for me")}
      </button>
      <dialog class="sheet nc-solve" ref={dialog} aria-label={cardName(mission)}>
        <form onSubmit={ask}>
          <h2>{cardName(mission)}</h2>
          <p>{cardText(scene, mission)}</p>
          <label>
            {t("The six lines; two blanks in front begin a paragraph.")}
            <textarea rows={6} cols={40} value={lines} onInput={(e) => setLines(e.currentTarget.value)} />
          </label>
          {verdict !== null && (
            <p role="status" class={typeof verdict !== "string" && verdict.right ? "nc-yes" : "nc-no"}>
              {typeof verdict === "string"
                ? verdict
                : colon(verdict.right ? t("right") : t("wrong"), proofText(verdict))}
            </p>
          )}
          <p class="row">
            <button type="submit" class="button main">
              {t("Count")}
            </button>
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {t("Close")}
            </button>
          </p>
        </form>
      </dialog>
    </>
  );
}
