/** A view as it is: for games whose board is not drawn yet, when only the JSON is at hand. */
import type { VNode } from "preact";

export function PlainView({ value }: { value: unknown }): VNode {
  if (Array.isArray(value)) {
    if (value.every((item) => item === null || typeof item !== "object"))
      return <span>{value.map(String).join(", ") || "–"}</span>;
    return (
      <ol class="plain-view">
        {value.map((item, i) => (
          <li key={i}>
            <PlainView value={item} />
          </li>
        ))}
      </ol>
    );
  }
  if (value !== null && typeof value === "object")
    return (
      <dl class="plain-view">
        {Object.entries(value).map(([key, item]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              <PlainView value={item} />
            </dd>
          </div>
        ))}
      </dl>
    );
  return <span>{value === null || value === undefined ? "–" : String(value)}</span>;
}
