/** Soft sounds made on the spot: wood for a move, two notes when it is your turn. */
import { prefs } from "./prefs";

let audio: AudioContext | null = null;
let voices = 0; // that sound, or are about to

/** A context that runs keeps the machine's loudspeaker awake, also for silence: it rests in between. */
function restIfSilent(): void {
  if (!voices) void audio?.suspend();
}

function tone(frequency: number, after: number, length: number, loud: number, type: OscillatorType): void {
  if (!audio) return;
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  const level = audio.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(frequency, at);
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(level).connect(audio.destination);
  voices++;
  voice.onended = () => {
    voices--;
    restIfSilent();
  };
  voice.start(at);
  voice.stop(at + length + 0.02);
}

const sounds = {
  knock: () => (tone(210, 0, 0.09, 0.12, "triangle"), tone(420, 0, 0.04, 0.04, "sine")),
  turn: () => (tone(587, 0, 0.35, 0.06, "sine"), tone(880, 0.12, 0.5, 0.05, "sine")),
  end: () => [392, 494, 587, 784].map((f, i) => tone(f, 0.11 * i, 0.7, 0.06, "sine")),
} as const;

/** Wakes the context for a deed, and lets it rest again. */
async function awake(deed: () => void): Promise<void> {
  try {
    audio ??= new AudioContext();
    await audio.resume();
    deed();
    restIfSilent();
  } catch {
    // No sound here: nothing is lost but the sound.
  }
}

/** Safari lets a page sound only if its person's own deed woke it once. */
function wakeOnce(): void {
  if (!prefs.get().sound) return;
  removeEventListener("click", wakeOnce);
  void awake(() => undefined);
}
addEventListener("click", wakeOnce);

const LATE = 500; // milliseconds

/** Until a page was touched it is kept silent. What would sound only then is left out. */
export function play(sound: keyof typeof sounds): void {
  if (!prefs.get().sound) return;
  const asked = performance.now();
  void awake(() => {
    if (performance.now() - asked < LATE) sounds[sound]();
  });
}
