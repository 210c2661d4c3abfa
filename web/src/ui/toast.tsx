/** A sentence that rises for a moment and is read aloud. */
import { store, useStore } from "../store";

const lines = store<readonly { id: number; text: string }[]>([]);
let next = 1;

export function toast(text: string): void {
  const id = next++;
  // The same said again replaces itself: it does not pile up.
  lines.set([...lines.get().filter((line) => line.text !== text), { id, text }].slice(-3));
  setTimeout(() => lines.set(lines.get().filter((line) => line.id !== id)), 4500);
}

export function Toasts() {
  const shown = useStore(lines);
  return (
    <div class="toasts" role="status">
      {shown.map((line) => (
        <div class="toast" key={line.id}>
          {line.text}
        </div>
      ))}
    </div>
  );
}
