/** Which games' lessons need not be offered any more: begun once, or declined. */
import { keep, kept } from "./storage";
import { store } from "./store";

const KEY = "tablier.learnt";

export const lessonsDone = store<readonly string[]>(kept(KEY, []));

export function learnt(game: string): void {
  const before = lessonsDone.get();
  if (before.includes(game)) return;
  lessonsDone.set([...before, game]);
  keep(KEY, lessonsDone.get());
}
