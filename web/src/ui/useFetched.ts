/** What a game's folder holds, fetched when a page wants it. */
import { useEffect, useState } from "preact/hooks";

/** Undefined while it is on its way; null: there is none, or no network to fetch it. */
export function useFetched<T>(load: (() => Promise<T>) | undefined): T | null | undefined {
  const [got, setGot] = useState<T | null | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    const take = (what: T | null) => wanted && setGot(() => what);
    if (load) void load().then(take, () => take(null));
    else take(null);
    return () => {
      wanted = false;
    };
  }, [load]);
  return got;
}
