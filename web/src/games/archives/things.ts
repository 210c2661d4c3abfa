/** Things that may be touched: where they lie, and what they are called. */
import { t } from "../../i18n";
import { handBoxes, type Parts } from "./Furniture";
import { type Box, type Layout, middle } from "./layout";
import type { Piece } from "./pieces";
import {
  actionName,
  cardName,
  LETTERS,
  type SiteKey,
  siteName,
  type Thing,
  typeName,
  type View,
} from "./view";

/** Offered beside the board's own things: drawn in a tray. */
const TRAYS: ReadonlySet<string> = new Set(["type", "number", "action", "steps"]);
export const inTray = (thing: Thing): boolean => TRAYS.has(thing.split(" ")[0] ?? "");
export const isWord = (thing: Thing): boolean => thing.startsWith("word ");

function around({ x, y }: { x: number; y: number }, size: number): Box {
  return { x: x - size / 2, y: y - size / 2, w: size, h: size };
}

function pieceBoxes(pieces: readonly Piece[], kind: "c" | "h", zone: string, type: string, size: number) {
  return pieces
    .filter((piece) => piece.id[0] === kind && piece.zone === zone && piece.type === type)
    .map(({ at }) => around(at, size));
}

/** Where a thing lies; several boxes where several are alike. */
export function boxesOf(thing: Thing, parts: Parts, pieces: readonly Piece[]): readonly Box[] {
  const { layout, view, you } = parts;
  const [kind, a = "", b = ""] = thing.split(" ");
  const size = layout.cube + 8;
  const plan = layout.sites[a as SiteKey];
  switch (kind) {
    case "entry":
      return pieceBoxes(pieces, "c", `entry ${a}`, b, size);
    case "hex":
      return pieceBoxes(pieces, "h", `requests ${a}`, b, size + 4);
    case "place":
      return [around(plan.requests.cells[Number(b) - 1] ?? plan, size + 4)];
    case "store":
      return plan.bays[b] ? [plan.bays[b]] : [];
    case "site":
      return [plan];
    case "square": {
      const box = layout.squares[Number(a) - 1];
      return box ? [box] : [];
    }
    case "waiting":
      return pieceBoxes(pieces, "c", "waiting", a, size);
    case "drawn":
      return pieceBoxes(pieces, "c", "drawn", a, size);
    case "ladder": {
      const row = layout.rows[LETTERS.indexOf(a as (typeof LETTERS)[number])];
      return row ? [row] : [];
    }
    case "room":
      return [plan.room];
    case "consulted":
      return [plan.consulted];
    case "card": {
      const hand = (you !== null && view.players[you]?.hand) || [];
      const boxes = handBoxes(layout, hand.length);
      return hand.flatMap((card, i) => (card === a && boxes[i] ? [boxes[i]] : []));
    }
    default:
      return [];
  }
}

export type Block = SiteKey | "table";

/** The part of the board that a thing lies in; null: on the track, or a part as a whole. */
export function blockOf(thing: Thing): Block | null {
  const [kind = "", a = ""] = thing.split(" ");
  if (["entry", "hex", "place", "store", "room", "consulted"].includes(kind)) return a as SiteKey;
  if (kind === "drawn") return "EX";
  return kind === "waiting" || kind === "ladder" ? "table" : null;
}

export const blockBox = (layout: Layout, block: Block): Box =>
  block === "table" ? layout.ladder : layout.sites[block];

/** What a thing is called. */
export function thingName(thing: Thing, view: View): string {
  const [kind, a = "", b = ""] = thing.split(" ");
  switch (kind) {
    case "entry":
      return t("{type} cube, Entry zone of {site}", { type: typeName(b), site: siteName(a) });
    case "hex":
      return t("{type} request, {site}", { type: typeName(b), site: siteName(a) });
    case "place":
      return t("Request {n} from the oldest, {site}", { n: b, site: siteName(a) });
    case "store":
      return t("{type} cubes, store of {site}", { type: typeName(b), site: siteName(a) });
    case "site":
      return siteName(a);
    case "square":
      return t("Square {n}: {action}", { n: a, action: actionName(view.track[Number(a) - 1]?.action ?? "") });
    case "waiting":
      return t("{type} cube that waits", { type: typeName(a) });
    case "drawn":
      return t("New {type} cube", { type: typeName(a) });
    case "ladder":
      return t("Expertise in {type}", { type: typeName(a) });
    case "room":
      return t("Exhibition of {site}", { site: siteName(a) });
    case "consulted":
      return t("Consultation zone of {site}", { site: siteName(a) });
    case "card":
      return cardName(a);
    case "type":
      return typeName(a);
    case "action":
      return actionName(a);
    case "number":
      return a;
    case "steps": {
      const cost = view.squares?.find(({ steps }) => steps === Number(a))?.cost ?? 0;
      return t("{n} steps for {cost}", { n: a, cost });
    }
    default:
      return thing;
  }
}

/** Where the tray opens: at what was touched, or where the question is about. */
export function anchorOf(parts: Parts, pieces: readonly Piece[], touched: readonly Thing[]): Box {
  const { layout, view } = parts;
  const box = touched[0] === undefined ? undefined : boxesOf(touched[0], parts, pieces)[0];
  if (box) return box;
  const { site, kind } = view.ask;
  if (kind === "pick") return layout.drawn;
  if (site) return layout.sites[site as SiteKey].requests;
  return around(middle(layout.inside), 10);
}
