/** The little Markdown that our rules pages use: headings, numbered paragraphs, lists, tables. */
import type { VNode } from "preact";

function inline(text: string): (VNode | string)[] {
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

function paragraph(text: string): VNode {
  const numbered = /^(R\d+(?:\.\d+)*)\s+(.*)$/s.exec(text);
  if (!numbered) return <p>{inline(text)}</p>;
  const [, number = "", words = ""] = numbered;
  return (
    <p class="rule" id={number}>
      <span class="rule-number">{number.slice(1)}</span>
      <span>{inline(words)}</span>
    </p>
  );
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
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {head.map((cell, i) => (
              <th key={i} scope="col">
                {inline(cell)}
              </th>
            ))}
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

function block(lines: readonly string[]): VNode {
  const first = lines[0] ?? "";
  const heading = /^(#+)\s+(.*)$/.exec(first);
  if (heading) {
    const words = inline(heading[2] ?? "");
    return heading[1] === "#" ? <h1>{words}</h1> : heading[1] === "##" ? <h2>{words}</h2> : <h3>{words}</h3>;
  }
  if (first.startsWith("|")) return table(lines);
  if (/^\s*[-*]\s/.test(first)) return list(lines, false);
  if (/^\s*\d+\.\s/.test(first)) return list(lines, true);
  return paragraph(lines.map((line) => line.trim()).join(" "));
}

export function Markdown({ text }: { text: string }) {
  const blocks: string[][] = [];
  let open = false;
  for (const line of text.split("\n")) {
    if (!line.trim()) open = false;
    else if (!open || line.startsWith("#")) {
      blocks.push([line]);
      open = !line.startsWith("#");
    } else blocks[blocks.length - 1]?.push(line);
  }
  return <div class="markdown">{blocks.map((lines) => block(lines))}</div>;
}
