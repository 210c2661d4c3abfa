// The sentences of the page's sources: every literal inside a call of t() or tn().
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The sentences that a source says. */
export function saidIn(text) {
  const said = [];
  // Up to the closing parenthesis of each call.
  for (const call of text.matchAll(/(?<![\w.])tn?\(/g)) {
    let depth = 1;
    let i = call.index + call[0].length;
    const from = i;
    for (let quote = ""; depth && i < text.length; i++) {
      const c = text[i];
      if (quote) {
        if (c === "\\") i++;
        else if (c === quote) quote = "";
      } else if (c === '"' || c === "`") quote = c;
      else if (c === "(") depth++;
      else if (c === ")") depth--;
    }
    const plain = text
      .slice(from, i)
      .replace(/\{[^{}"]*:.*$/s, (values) => (values.includes('"') && /^\{\s*\w/.test(values) ? "" : values));
    for (const literal of plain.matchAll(/"(?:[^"\\]|\\.)*"/g)) said.push(JSON.parse(literal[0]));
  }
  return said;
}

/** A source and all that it imports before it runs; what import() fetches comes later. */
export function importedBy(entry, found = new Set()) {
  const path = [entry, `${entry}.ts`, `${entry}.tsx`].find(
    (name) => /\.tsx?$/.test(name) && existsSync(name),
  );
  if (path === undefined || found.has(path)) return found;
  found.add(path);
  const text = readFileSync(path, "utf8");
  for (const [, , from] of text.matchAll(/^(import|export)\s(?!type\b)[^;]*?from\s+"(\.[^"]+)"/gm))
    importedBy(join(dirname(path), from), found);
  return found;
}
