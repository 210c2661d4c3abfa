/** What the window is like, followed while it changes. */
import { useEffect, useState } from "preact/hooks";

export function useMedia(query: string): boolean {
  const [is, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => set(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return is;
}

/** One column: papers lie behind tabs, not beside the board. table.css says the same. */
export const useNarrow = () => useMedia("(max-width: 60rem)");
