/** The reading for who listens: each line once, spoken by the browser or at a reader's pace, then the next. */
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, kept } from "../../storage";
import type { Due } from "./view";

/** Characters a second. */
export const SPEEDS = { slow: 10, normal: 15, fast: 21 } as const;
export type Speed = keyof typeof SPEEDS;

export interface Ears {
  /** Null: as the table says. */
  readonly voice: boolean | null;
  readonly speed: Speed;
}
const KEY = "tablier.contrees.ears";

export function useEars(): [Ears, (change: Partial<Ears>) => void] {
  const [ears, set] = useState<Ears>(() => ({
    voice: null,
    speed: "normal",
    ...kept<Partial<Ears>>(KEY, {}),
  }));
  return [
    ears,
    (change) => {
      const next = { ...ears, ...change };
      keep(KEY, next);
      set(next);
    },
  ];
}

/** A voice for that language, once the browser has told its voices. */
export function useVoice(lang: string): SpeechSynthesisVoice | null {
  const find = () =>
    globalThis.speechSynthesis?.getVoices().find((one) => one.lang.toLowerCase().startsWith(lang)) ?? null;
  const [voice, set] = useState(find);
  useEffect(() => {
    const speech = globalThis.speechSynthesis;
    const look = () => set(find());
    look();
    speech?.addEventListener?.("voiceschanged", look);
    return () => speech?.removeEventListener?.("voiceschanged", look);
  }, [lang]);
  return voice;
}

/** How a constraint sounds; what it does to the words, the engine has done. */
export interface Manner {
  readonly rate: number;
  readonly pitch: number;
  readonly volume: number;
  readonly silent: boolean;
}
const PLAIN: Manner = { rate: 1, pitch: 1, volume: 1, silent: false };
const manners: Readonly<Record<string, (line: number) => Partial<Manner>>> = {
  P01: () => ({ rate: 2 }),
  P04: (line) => ({ pitch: line % 2 ? 1.6 : 1.1, rate: 0.8 }),
  P10: () => ({ volume: 0.2 }),
  // Odd lines are mouthed: seen, slowly, and not heard.
  L5: (line) => (line % 2 ? { rate: 0.5, silent: true } : {}),
};
export const mannerOf = (constraint: string | null, line: number): Manner => ({
  ...PLAIN,
  ...(constraint && manners[constraint]?.(line)),
});

/** Nothing to say in it: lines read in one's head, beats of silence. */
const isMute = (text: string) => !/[\p{L}\p{N}]/u.test(text);
const PAUSE = 3000;

export function lengthOf(text: string, speed: Speed, { rate }: Manner): number {
  if (isMute(text)) return PAUSE;
  return Math.max(1000, (1000 * text.length) / SPEEDS[speed] / rate);
}

interface Telling {
  readonly text: string;
  readonly lang: string;
  readonly voice: SpeechSynthesisVoice | null;
  readonly manner: Manner;
  readonly speed: Speed;
}

/** Says a line; `done` is called once, when it is over. Answers how to stop it. */
function tell({ text, lang, voice, manner, speed }: Telling, done: () => void): () => void {
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    done();
  };
  const wait = () => setTimeout(end, lengthOf(text, speed, manner));
  if (!voice || manner.silent || isMute(text)) {
    const timer = wait();
    return () => clearTimeout(timer);
  }
  const speech = globalThis.speechSynthesis;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = lang;
  words.voice = voice;
  words.rate = Math.min(2.5, manner.rate * (SPEEDS[speed] / SPEEDS.normal));
  words.pitch = manner.pitch;
  words.volume = manner.volume;
  words.addEventListener("end", end);
  // Without a voice after all, the line stands as long as it would have lasted.
  words.addEventListener("error", () => !over && wait());
  speech.cancel();
  speech.speak(words);
  return () => {
    over = true;
    speech.cancel();
  };
}

export interface Playing {
  readonly due: Due | null;
  readonly constraint: string | null;
  readonly lang: string;
  readonly voice: SpeechSynthesisVoice | null;
  readonly speed: Speed;
  /** The next line is this listener's to ask for. */
  readonly own: boolean;
  next(): void;
}

/** Speaks or shows what is due, and asks for the next line when it is over and may be asked for. */
export function usePlayback({ due, constraint, lang, voice, speed, own, next }: Playing): void {
  const [over, setOver] = useState("");
  const asked = useRef("");
  const key = due ? `${due.line} ${due.now}` : "";
  useEffect(() => {
    asked.current = "";
    if (!due) return;
    const manner = mannerOf(constraint, due.line);
    return tell({ text: due.now, lang, voice, speed, manner }, () => setOver(key));
  }, [key, voice, speed]);
  useEffect(() => {
    if (!key || over !== key || !own || asked.current === key) return;
    asked.current = key;
    next();
  });
}
