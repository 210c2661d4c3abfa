/** A game that is played in a book: shown once the book is on this device, which is asked for. */
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { recordBook } from "../table/kept";
import type { WantedProps } from "./Wanted";

export function WithBook(props: { record: string; onFound?(): void; children?: ComponentChildren }) {
  const digest = recordBook(props.record);
  const [found, setFound] = useState<boolean | null>(digest === null ? true : null);
  const [Wanted, setWanted] = useState<ComponentType<WantedProps> | null>(null);
  useEffect(() => {
    if (digest === null) return setFound(true);
    void Promise.all([import("./shelf"), import("./Wanted")]).then(async ([shelf, module]) => {
      setWanted(() => module.Wanted);
      setFound((await shelf.bookText(digest)) !== null);
    });
  }, [digest]);
  const game = /^game (\S+)/m.exec(props.record)?.[1] ?? "";
  const come = () => {
    setFound(true);
    props.onFound?.();
  };
  if (found) return <>{props.children}</>;
  if (found === null || !Wanted || digest === null) return <p class="loading">{t("Laying the table…")}</p>;
  return <Wanted game={game} digest={digest} onFound={come} />;
}
