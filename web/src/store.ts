/** A value that components watch: the page's only kind of shared state. */
import { useLayoutEffect, useState } from "preact/hooks";

export interface Store<T> {
  get(): T;
  set(next: T): void;
  watch(listener: () => void): () => void;
}

export function store<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(from: Store<T>): T {
  const [, redraw] = useState(0);
  // Subscribing before paint, and looking again, so that no change falls between.
  useLayoutEffect(() => {
    const seen = from.get();
    const stop = from.watch(() => redraw((n) => n + 1));
    if (!Object.is(seen, from.get())) redraw((n) => n + 1);
    return stop;
  }, [from]);
  return from.get();
}
