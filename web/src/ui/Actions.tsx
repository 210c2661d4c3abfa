/** Under the board: the buttons for the decision, one that steps back, and helps. Always one line. */
import type { ComponentChildren, VNode } from "preact";
import { t } from "../i18n";
import type { Snapshot } from "../table/types";
import type { Helps } from "./helps";
import { Icon, type IconName } from "./icons";
import { useNarrow } from "./media";
import { More } from "./More";
import { useRules } from "./Rules";

interface Props {
  snapshot: Snapshot;
  /** The board's own. */
  children?: VNode | false | undefined;
  /** Something is chosen and not yet done: lets go of it. */
  cancel: (() => void) | null;
  /** A step back; null: there is nothing to take back. */
  undo: (() => void) | null;
  helps: Helps;
  mine: boolean;
  /** What is done seldom. */
  seldom?: ((close: () => void) => ComponentChildren) | undefined;
}

/** What taking back is called: free until something new was told; then the other persons are asked. */
function undoLabel({ may_undo, may_ask, seats, you }: Snapshot): string {
  const others = seats.some((seat, i) => i !== you && seat.kind === "person" && seat.bot === null);
  return may_undo || !may_ask ? t("Undo") : others ? t("Ask to undo") : t("Undo anyway");
}

/** One place for both: whoever has chosen something lets go of it first. */
function BackButton({ snapshot, cancel, undo }: Pick<Props, "snapshot" | "cancel" | "undo">) {
  if (cancel)
    return (
      <button type="button" class="button back cancel" title={t("Cancel")} onClick={cancel}>
        <Icon name="close" /> <span class="wide-only">{t("Cancel")}</span>
      </button>
    );
  return (
    <button
      type="button"
      class="button back"
      title={undoLabel(snapshot)}
      disabled={!undo}
      onClick={() => undo?.()}
    >
      <Icon name="undo" /> <span class="wide-only">{undoLabel(snapshot)}</span>
    </button>
  );
}

function Tool(props: { icon: IconName; label: string; disabled?: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      class="button plain"
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} /> <span class="tool-name">{props.label}</span>
    </button>
  );
}

/** Hint, advice, rules: beside each other at a desk, behind one button on a phone. */
function tools(
  { snapshot, helps, mine }: Props,
  openRules: (() => void) | null,
  close: () => void,
): ComponentChildren {
  const playing = snapshot.status === "playing" && snapshot.you !== null;
  const after = (deed: () => void) => () => (close(), deed());
  return (
    <>
      {playing && snapshot.hints && (
        <Tool icon="bulb" label={t("Hint")} disabled={!mine || helps.asking} onClick={after(helps.hint)} />
      )}
      {playing && snapshot.advice && (
        <Tool icon="bot" label={t("Advice")} disabled={!mine || helps.asking} onClick={after(helps.advise)} />
      )}
      {openRules && <Tool icon="book" label={t("Rules")} onClick={after(openRules)} />}
    </>
  );
}

export function Actions(props: Props) {
  const narrow = useNarrow();
  const { has, open, dialog } = useRules(props.snapshot.game);
  const { snapshot, seldom } = props;
  const playing = snapshot.status === "playing" && snapshot.you !== null;
  return (
    <div class="actions">
      <div class="deeds">{props.children}</div>
      {playing && <BackButton snapshot={snapshot} cancel={props.cancel} undo={props.undo} />}
      {!narrow && tools(props, has ? open : null, () => undefined)}
      {(narrow || seldom) && (
        <More>
          {(close) => (
            <>
              {narrow && tools(props, has ? open : null, close)}
              {seldom?.(close)}
            </>
          )}
        </More>
      )}
      {dialog}
    </div>
  );
}
