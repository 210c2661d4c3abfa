/** What stays the same from one drawing to the next. */
import { useRef } from "preact/hooks";

/** The value of before while it says the same: what was drawn from it need not be drawn again. */
export function useSame<T>(value: T): T {
  const kept = useRef(value);
  if (kept.current !== value && JSON.stringify(kept.current) !== JSON.stringify(value)) kept.current = value;
  return kept.current;
}
