/** The journey on the book seen from its edge: camp, scout and city at their leaves, what was kept between. */
import { t } from "../../i18n";
import { picture } from "./art";
import type { CardId } from "./view";

export interface SpineProps {
  readonly from: number;
  readonly to: number;
  readonly camp: number;
  readonly scout: number;
  readonly city: number;
  /** Pages that were read: whether the landscape was found there. */
  readonly read?: readonly { readonly page: number; readonly success: boolean }[];
  /** Bookmarks in the book, with their pages. */
  readonly kept?: readonly { readonly card: CardId; readonly page: number }[];
  /** Where the scout would go. */
  readonly ghost?: number | null;
  readonly title?: string | undefined;
  readonly lang?: string | undefined;
}

function Ribbon(props: {
  kind: "camp" | "scout" | "city" | "ghost";
  at: number;
  page: number;
  label: string;
  /** Beside another at the same leaf, which says the page. */
  side?: "before" | "after" | "far-before" | "far-after" | "";
}) {
  const { kind, at, page, label, side = "" } = props;
  return (
    <div class={`nc-ribbon ${kind} ${side}`} style={{ left: `${at * 100}%` }}>
      <img src={picture(kind === "ghost" ? "scout" : kind)} alt={label} draggable={false} />
      {(side === "" || kind !== "scout") && <span class="nc-leaf">{page}</span>}
    </div>
  );
}

/** Tabs of what is kept: those at the same leaf lie one beside the other. */
function Tabs({ kept, at }: { kept: NonNullable<SpineProps["kept"]>; at(page: number): number }) {
  const seen = new Map<number, number>();
  return (
    <>
      {kept.map(({ card, page }) => {
        const n = seen.get(page) ?? 0;
        seen.set(page, n + 1);
        return (
          <i
            key={card}
            class={`nc-tab ${card[0]}`}
            style={{ left: `${at(page) * 100}%`, "--n": n }}
            aria-hidden="true"
          />
        );
      })}
    </>
  );
}

export function Spine(props: SpineProps) {
  const { from, to, camp, scout, city, read = [], kept = [], ghost = null } = props;
  const at = (page: number) => (page - from) / Math.max(1, to - from);
  const said = t("Camp on page {camp}, scout on page {scout}, Lost City on page {city}", {
    camp,
    scout,
    city,
  });
  return (
    <div class="nc-spine" role="group" aria-label={said}>
      <div class="nc-block">
        <span class="nc-title" lang={props.lang}>
          {props.title}
        </span>
        <div class="nc-way">
          <span class="nc-gone" style={{ width: `${at(camp) * 100}%` }} />
          {read.map(({ page, success }, i) => (
            <i key={i} class={success ? "nc-read found" : "nc-read"} style={{ left: `${at(page) * 100}%` }} />
          ))}
          <Tabs kept={kept} at={at} />
          <Ribbon kind="city" at={at(city)} page={city} label={t("Lost City")} />
          {ghost !== null && <Ribbon kind="ghost" at={at(ghost)} page={ghost} label="" />}
          <Ribbon
            kind="camp"
            at={at(camp)}
            page={camp}
            label={t("Camp")}
            side={camp === city ? "far-before" : scout === camp ? "before" : ""}
          />
          <Ribbon
            kind="scout"
            at={at(scout)}
            page={scout}
            label={t("Scout")}
            side={
              scout === city ? (camp === city ? "far-after" : "far-before") : scout === camp ? "after" : ""
            }
          />
        </div>
      </div>
    </div>
  );
}
