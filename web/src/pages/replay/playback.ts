/** Where a replay stands: how many decisions were taken, whose eyes look, and what they see. */
import { useEffect, useRef, useState } from "preact/hooks";
import { TRUTH } from "../../engine/calls";
import type { LogEntry } from "../../table/types";
import type { Frame, Tape } from "./tape";
import { type Turn, turnAt } from "./turns";

/** Milliseconds for a small decision while it plays by itself. */
const PACE = 800;

export function usePlayback(tape: Tape, turns: readonly Turn[]) {
  const plies = tape.decisions.length;
  const [ply, setPly] = useState(0);
  const [viewer, setViewer] = useState(TRUTH);
  const [running, setRunning] = useState(false);
  const [frame, setFrame] = useState<(Frame & { readonly ply: number }) | null>(null);
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const current = useRef(0);

  useEffect(() => void tape.log(viewer).then(setLog), [tape, viewer]);
  useEffect(() => {
    const wanted = ++current.current;
    void tape.frame(ply, viewer).then((got) => wanted === current.current && setFrame({ ...got, ply }));
  }, [tape, ply, viewer]);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => (ply < plies ? setPly(ply + 1) : setRunning(false)), PACE);
    return () => clearTimeout(timer);
  }, [running, ply, plies]);

  const at = turnAt(turns, ply);
  const goTo = (to: number) => {
    setRunning(false);
    setPly(Math.max(0, Math.min(plies, to)));
  };
  return {
    ply,
    /** The turn that was played last, or is being played; -1: none yet. */
    at,
    viewer,
    setViewer,
    running,
    frame,
    log,
    goTo,
    /** To the end of the next turn, or back to the end of the one before. */
    turnOn: () => goTo(turns.find((turn) => turn.to > ply)?.to ?? plies),
    turnBack: () => goTo(turns[at]?.from ?? 0),
    playOrPause: () => {
      if (ply === plies) setPly(0);
      setRunning(!running);
    },
  };
}
export type Playback = ReturnType<typeof usePlayback>;

/** Keys for the whole page, but not where they mean something else already. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const deed = now.current[event.shiftKey ? `Shift ${event.key}` : event.key];
      const busy =
        event.target instanceof Element &&
        event.target.closest("input, select, textarea, button, a, summary, [role=tab], .board [tabindex]");
      if (!deed || busy || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      deed();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
