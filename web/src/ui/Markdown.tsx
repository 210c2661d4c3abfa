/**
 * The little Markdown that our rules pages use: headings, paragraphs, lists, tables, drawings.
 * Hidden marks: <!-- R3.5 --> names the paragraph after it for whoever links or cites it,
 * <!-- terminal --> begins a chapter that only the terminal shows.
 */
import type { VNode } from "preact";
import { typeset } from "./typeset";

/** Draws what ![caption](diagram:name) names. */
export type DrawFigure = (name: string, caption: (VNode | string)[]) => VNode;

function inline(written: string): (VNode | string)[] {
  const text = typeset(written);
  const parts: (VNode | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g)) {
    parts.push(text.slice(from, match.index));
    const [whole, strong, em, code, label, href] = match;
    if (strong) parts.push(<strong>{strong}</strong>);
    else if (em) parts.push(<em>{em}</em>);
    else if (code) parts.push(<code>{code}</code>);
    else if (label && href) parts.push(<a href={href}>{label}</a>);
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

function table(lines: readonly string[]): VNode {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  return (
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, i) =>
              cell ? (
                <th key={i} scope="col">
                  {inline(cell)}
                </th>
              ) : (
                <td key={i} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            <tr key={i}>
              {row.map((cell, j) => (
                <td key={j}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function list(lines: readonly string[], ordered: boolean): VNode {
  const items: string[] = [];
  for (const line of lines) {
    const begins = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (begins) items.push(begins[1] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const content = items.map((item, i) => <li key={i}>{inline(item)}</li>);
  return ordered ? <ol>{content}</ol> : <ul>{content}</ul>;
}

interface Block {
  /** The rule's number; null: nobody cites it. */
  readonly rule: string | null;
  readonly lines: readonly string[];
}

const level = (line: string) => /^#*/.exec(line)?.[0].length ?? 0;

function Part({ block: { rule, lines }, figure }: { block: Block; figure: DrawFigure | undefined }) {
  const first = lines[0] ?? "";
  if (level(first)) {
    const words = inline(first.replace(/^#+\s+/, ""));
    return level(first) === 1 ? <h1>{words}</h1> : level(first) === 2 ? <h2>{words}</h2> : <h3>{words}</h3>;
  }
  if (first.startsWith("|")) return table(lines);
  if (/^\s*[-*]\s/.test(first)) return list(lines, false);
  if (/^\s*\d+\.\s/.test(first)) return list(lines, true);
  const text = lines.map((line) => line.trim()).join(" ");
  const drawing = /^!\[(.*)\]\(diagram:([\w-]+)\)$/.exec(text);
  if (drawing) return figure?.(drawing[2] ?? "", inline(drawing[1] ?? "")) ?? null;
  return <p {...(rule === null ? {} : { id: rule })}>{inline(text)}</p>;
}

/** Paragraphs, with the hidden marks read and taken out. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { rule: string | null; lines: string[] }[] = [];
  let open = false;
  let rule: string | null = null;
  /** Level of the heading whose chapter is left out; 0: none, -1: the one that follows. */
  let skipped = 0;
  for (const line of text.split("\n")) {
    const mark = /^<!--\s*(.*?)\s*-->$/.exec(line)?.[1];
    if (mark === "terminal") skipped = -1;
    else if (mark !== undefined) [rule, open] = [mark, false];
    else if (!line.trim()) open = false;
    else {
      if (skipped === -1) skipped = level(line);
      else if (skipped && level(line) && level(line) <= skipped) skipped = 0;
      if (skipped) continue;
      if (!open || level(line)) {
        blocks.push({ rule, lines: [line] });
        rule = null;
        open = !level(line);
      } else blocks[blocks.length - 1]?.lines.push(line);
    }
  }
  return blocks;
}

export function Markdown({ text, figure }: { text: string; figure?: DrawFigure }) {
  return (
    <div class="markdown">
      {blocksOf(text).map((block, i) => (
        <Part key={i} block={block} figure={figure} />
      ))}
    </div>
  );
}
