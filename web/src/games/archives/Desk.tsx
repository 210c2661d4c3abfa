/** The whole board as one drawing: furniture, pieces that glide, and over them whatever may be touched. */
import { useMemo, useRef, useState } from "preact/hooks";
import { colon, t } from "../../i18n";
import { ActionSign, Defs } from "./art";
import { Cards, Ladder, type Parts, Prestige, SiteBlock } from "./Furniture";
import { type Box, type Layout, middle, type Point } from "./layout";
import type { Piece } from "./pieces";
import { anchorOf, type Block, blockBox, blockOf, boxesOf, inTray, isWord, thingName } from "./things";
import { Pawns, Track } from "./Track";
import { siteName, SITES, type Thing } from "./view";

export interface DeskProps {
  readonly parts: Parts;
  readonly pieces: readonly Piece[];
  /** What may be touched now, in the words of whoever cannot see it. */
  readonly lit: readonly { readonly thing: Thing; readonly label: string }[];
  readonly instead: ReadonlySet<Thing>;
  readonly touched: readonly Thing[];
  readonly advised: Thing | null;
  readonly cost: ReadonlyMap<number, number>;
  /** The part that is seen large; null: everything. */
  readonly zoom: Block | null;
  /** So small that parts are opened before their pieces are touched. */
  readonly small: boolean;
  readonly hot: ReadonlySet<string>;
  touch(thing: Thing): void;
  point(thing: Thing | null): void;
  open(block: Block | null): void;
  cancel(): void;
}

/* ---- pieces ---- */

export function Pieces({
  pieces,
  cube,
  hot,
}: {
  pieces: readonly Piece[];
  cube: number;
  hot: ReadonlySet<string>;
}) {
  return (
    <g class="av-pieces" aria-hidden="true">
      {pieces.map(({ id, type, at, hidden, last, small, zone }) => {
        const isCube = id.startsWith("c");
        const size = isCube
          ? zone === "waiting"
            ? (cube - 4) / 40
            : cube / 40
          : small
            ? 0.62
            : (cube + 6) / 40;
        return (
          <g
            key={id}
            class={["av-piece", hidden && "gone", last && "leaving", hot.has(`${zone} ${type}`) && "hot"]
              .filter(Boolean)
              .join(" ")}
            style={{ transform: `translate(${at.x}px, ${at.y}px) scale(${size})` }}
          >
            <use href={`#av-${isCube ? "cube" : "hex"}-${type}`} />
          </g>
        );
      })}
    </g>
  );
}

/* ---- what may be touched ---- */

interface Spot {
  readonly thing: Thing;
  readonly label: string;
  readonly boxes: readonly Box[];
  readonly tray: boolean;
}

const TRAY = 92;

/** Things that are not on the board lie in a tray beside what they belong to. */
function trayOf(props: DeskProps, view: Box): { box: Box; spots: readonly Spot[] } | null {
  const things = props.lit.filter(({ thing }) => inTray(thing));
  if (!things.length) return null;
  const wide = things.some(({ thing }) => /^(action|steps)/.test(thing)) ? 1.7 : 1;
  const unit = TRAY * (view.w / props.parts.layout.width);
  const size = Math.min(unit, (view.w - 40) / (things.length * wide + 0.4));
  const w = things.length * size * wide + size * 0.3;
  const h = size * 1.25;
  const anchor = anchorOf(props.parts, props.pieces, props.touched);
  const { x, y } = middle(anchor);
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  const above = y - anchor.h / 2 - h - 6;
  const box = {
    x: clamp(x - w / 2, view.x + 8, view.x + view.w - w - 8),
    y: above > view.y + 4 ? above : clamp(y + anchor.h / 2 + 6, view.y + 4, view.y + view.h - h - 4),
    w,
    h,
  };
  const spots = things.map(({ thing, label }, i) => ({
    thing,
    label,
    tray: true,
    boxes: [{ x: box.x + size * (0.15 + i * wide), y: box.y + size * 0.125, w: size * wide, h: size }],
  }));
  return { box, spots };
}

function TrayFace({ thing, box, parts }: { thing: Thing; box: Box; parts: Parts }) {
  const [kind, a = ""] = thing.split(" ");
  const { x, y } = middle(box);
  if (kind === "type") {
    const cubes = ["pick", "recube"].includes(parts.view.ask.kind);
    return (
      <g transform={`translate(${x} ${y}) scale(${(box.h / 40) * 0.82})`}>
        <use href={`#av-${cubes ? "cube" : "hex"}-${a}`} />
      </g>
    );
  }
  return (
    <>
      {kind === "action" && <ActionSign action={a} x={x} y={y - box.h * 0.16} size={box.h * 0.5} />}
      <text
        class={kind === "number" ? "av-tray-number" : "av-tray-word"}
        x={x}
        y={y + (kind === "number" ? box.h * 0.17 : box.h * 0.32)}
        style={{ fontSize: `${box.h * (kind === "number" ? 0.5 : 0.21)}px` }}
      >
        {thingName(thing, parts.view)}
      </text>
    </>
  );
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest spot in that direction. */
function neighbour(spots: readonly Spot[], from: Spot, way: Point): Spot | undefined {
  const at = middle(from.boxes[0] as Box);
  const far = (spot: Spot) => {
    const { x, y } = middle(spot.boxes[0] as Box);
    const along = (x - at.x) * way.x + (y - at.y) * way.y;
    const aside = Math.abs((x - at.x) * way.y) + Math.abs((y - at.y) * way.x);
    return along > 4 ? along + 2.5 * aside : Number.POSITIVE_INFINITY;
  };
  const others = spots.filter((spot) => spot !== from && far(spot) < Number.POSITIVE_INFINITY);
  return others.sort((a, b) => far(a) - far(b))[0];
}

function Spots({ props, spots }: { props: DeskProps; spots: readonly Spot[] }) {
  const [cursor, setCursor] = useState<Thing | null>(null);
  const root = useRef<SVGGElement>(null);
  const stop = spots.some(({ thing }) => thing === cursor) ? cursor : (spots[0]?.thing ?? null);
  const onKey = (event: KeyboardEvent, spot: Spot) => {
    const way = ARROWS[event.key];
    if (way) {
      const next = neighbour(spots, spot, way);
      if (next) root.current?.querySelector<SVGGElement>(`[data-thing="${next.thing}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") props.touch(spot.thing);
    else if (event.key === "Escape") props.cancel();
    else return;
    event.preventDefault();
  };
  return (
    <g class="av-spots" ref={root}>
      {spots.map((spot) => (
        <g
          key={spot.thing}
          data-thing={spot.thing}
          class={[
            "av-spot lit",
            spot.tray && "tray",
            props.touched.includes(spot.thing) && "touched",
            props.instead.has(spot.thing) && "instead",
            props.advised === spot.thing && "advised",
          ]
            .filter(Boolean)
            .join(" ")}
          role="button"
          tabindex={spot.thing === stop ? 0 : -1}
          aria-label={spot.label}
          onClick={() => props.touch(spot.thing)}
          onKeyDown={(e) => onKey(e, spot)}
          onFocus={() => (setCursor(spot.thing), props.point(spot.thing))}
          onBlur={() => props.point(null)}
          onPointerEnter={(e) => e.pointerType === "mouse" && props.point(spot.thing)}
          onPointerLeave={() => props.point(null)}
        >
          {spot.boxes.map(({ x, y, w, h }, i) => (
            <rect key={i} class="av-hit" x={x + 1} y={y + 1} width={w - 2} height={h - 2} rx="9" />
          ))}
          {spot.tray && spot.boxes[0] && (
            <TrayFace thing={spot.thing} box={spot.boxes[0]} parts={props.parts} />
          )}
        </g>
      ))}
    </g>
  );
}

/** Where all is small, a part is opened first. */
function Catchers({ props, blocks }: { props: DeskProps; blocks: ReadonlySet<Block> }) {
  const { layout } = props.parts;
  // A part that is wanted as a whole is touched itself.
  const whole = new Set(props.lit.map(({ thing }) => thing));
  const all: readonly Block[] = [...SITES, "table"];
  return (
    <>
      {all
        .filter((block) => !whole.has(`site ${block}`))
        .map((block) => {
          const { x, y, w, h } = blockBox(layout, block);
          return (
            <rect
              key={block}
              data-block={block}
              class={blocks.has(block) ? "av-catch lit" : "av-catch"}
              x={x}
              y={y}
              width={w}
              height={h}
              rx="12"
              role="button"
              tabindex={block === "table" ? 0 : -1}
              aria-label={colon(t("Open large"), block === "table" ? t("Expertise") : siteName(block))}
              onClick={() => props.open(block)}
              onKeyDown={(e) => e.key === "Enter" && props.open(block)}
            />
          );
        })}
    </>
  );
}

/** What part of the board is seen: all, or one part of it. */
function seenOf(layout: Layout, zoom: Block | null): { box: Box; transform: string } {
  const whole = { x: 0, y: 0, w: layout.width, h: layout.height };
  if (zoom === null) return { box: whole, transform: "translate(0px, 0px) scale(1)" };
  const part = blockBox(layout, zoom);
  const scale = Math.min(layout.width / (part.w + 24), layout.height / (part.h + 24));
  const w = layout.width / scale;
  const h = layout.height / scale;
  const { x, y } = middle(part);
  const box = { x: x - w / 2, y: y - h / 2, w, h };
  return { box, transform: `scale(${scale}) translate(${-box.x}px, ${-box.y}px)` };
}

/** The table top under everything. */
function Ground({ layout: { width, height, inside } }: { layout: Layout }) {
  const felt = { x: inside.x - 6, y: inside.y - 6, width: inside.w + 12, height: inside.h + 12, rx: 16 };
  return (
    <>
      <rect class="av-table-top" width={width} height={height} rx="18" />
      <rect width={width} height={height} rx="18" fill="url(#av-grain)" />
      <rect class="av-felt" {...felt} />
      <rect {...felt} fill="url(#av-hide)" />
    </>
  );
}

/** What a touch leaves as it is: drawn when the position changes, and not at every finger or pointer. */
function useStill({ parts, pieces, cost, hot, zoom, open, touched }: DeskProps) {
  const { layout } = parts;
  const target = touched[0]?.startsWith("square ") ? Number(touched[0].split(" ")[1]) : null;
  return {
    ground: useMemo(() => <Ground layout={layout} />, [layout]),
    track: useMemo(() => <Track parts={parts} cost={cost} target={target} />, [parts, cost, target]),
    furniture: useMemo(
      () => (
        <>
          {SITES.map((key) => (
            <SiteBlock key={key} parts={parts} name={key} open={() => open(zoom === key ? null : key)} />
          ))}
          <Ladder parts={parts} />
          <Prestige parts={parts} />
          <Cards parts={parts} />
        </>
      ),
      [parts, zoom],
    ),
    pieces: useMemo(
      () => <Pieces pieces={pieces} cube={layout.cube} hot={hot} />,
      [pieces, layout.cube, hot],
    ),
    pawns: useMemo(() => <Pawns parts={parts} />, [parts]),
  };
}

export function Desk(props: DeskProps) {
  const { parts, zoom } = props;
  const { layout } = parts;
  const seen = seenOf(layout, zoom);
  const still = useStill(props);
  const reach = props.lit.filter(({ thing }) => !inTray(thing) && !isWord(thing));
  const spots: readonly Spot[] = reach
    .map(({ thing, label }) => ({ thing, label, tray: false, boxes: boxesOf(thing, parts, props.pieces) }))
    .filter(({ boxes }) => boxes.length > 0);
  const shut = props.small && zoom === null;
  const blocks = new Set(
    reach.flatMap(({ thing }) => (props.instead.has(thing) ? [] : (blockOf(thing) ?? []))),
  );
  const tray = trayOf(props, seen.box);
  return (
    <svg
      class={zoom ? "av-desk zoomed" : "av-desk"}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label={t("The archive")}
    >
      <Defs />
      <g class="av-world" style={{ transform: seen.transform }}>
        {still.ground}
        {still.track}
        {still.furniture}
        {still.pieces}
        {still.pawns}
        <Spots props={props} spots={spots.filter(({ thing }) => !shut || blockOf(thing) === null)} />
        {shut && <Catchers props={props} blocks={blocks} />}
        {tray && (
          <g class="av-tray">
            <rect
              class="av-tray-body"
              x={tray.box.x}
              y={tray.box.y}
              width={tray.box.w}
              height={tray.box.h}
              rx={tray.box.h * 0.16}
            />
            <Spots props={props} spots={tray.spots} />
          </g>
        )}
      </g>
    </svg>
  );
}
