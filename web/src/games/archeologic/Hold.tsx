/** A button whose secret is seen only while it is held. */
import { useEffect } from "preact/hooks";

export function Hold({
  label,
  held,
  hold,
  disabled,
}: {
  label: string;
  held: boolean;
  hold(on: boolean): void;
  disabled?: boolean;
}) {
  useEffect(() => {
    if (!held) return;
    const release = () => hold(false);
    const events = ["pointerup", "pointercancel", "blur"] as const;
    for (const name of events) addEventListener(name, release);
    document.addEventListener("visibilitychange", release);
    return () => {
      for (const name of events) removeEventListener(name, release);
      document.removeEventListener("visibilitychange", release);
    };
  }, [held]);
  const isKey = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
  return (
    <button
      type="button"
      class="button main big hold"
      disabled={disabled}
      aria-pressed={held}
      onPointerDown={(e) => e.button === 0 && hold(true)}
      onKeyDown={(e) => isKey(e) && (e.preventDefault(), hold(true))}
      onKeyUp={(e) => isKey(e) && hold(false)}
      onBlur={() => held && hold(false)}
      onContextMenu={(e) => e.preventDefault()}
    >
      {label}
    </button>
  );
}
