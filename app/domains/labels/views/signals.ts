/** One tone: its pitch in Hz, how long it lasts and how soon it begins, both in seconds. */
type Sound = { pitch: number; lasts: number; after?: number };

/** A short tick, and two short low tones: told apart in noise, and by a phone's buzz where it has one. */
const signals = {
  right: { sounds: [{ pitch: 1760, lasts: 0.05 }], buzz: [30] },
  wrong: {
    sounds: [
      { pitch: 165, lasts: 0.16 },
      { pitch: 130, lasts: 0.2, after: 0.2 },
    ],
    buzz: [120, 60, 120],
  },
} satisfies Record<string, { sounds: Sound[]; buzz: number[] }>;

export type Signal = keyof typeof signals;

/** A browser's first sound may hold up its page for half a second: a scan's label is on its way before that. */
const firstSoundMs = 250;
/** A page that has just come has other things to do. */
const settledMs = 1000;

let audio: AudioContext | undefined;

/** A browser lets no page sound that nobody has touched. */
const isTouched = (): boolean => navigator.userActivation?.hasBeenActive !== false;

function sound(sounds: readonly Sound[]): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const one of sounds) play(audio, one);
}

/** Has the first sound start what it needs before there is one, where it may. Returns what calls that off. */
export function prepareSignals(): () => void {
  const waiting = setTimeout(() => {
    if (isTouched()) sound([]);
  }, settledMs);
  return () => clearTimeout(waiting);
}

/** Sounds, and buzzes, that something went right or wrong; silent before a person has touched the page. */
export function giveSignal(signal: Signal): void {
  if (!isTouched()) return;
  const { sounds, buzz } = signals[signal];
  navigator.vibrate?.(buzz);
  if (audio) sound(sounds);
  else setTimeout(sound, firstSoundMs, sounds);
}

function play(on: AudioContext, { pitch, lasts, after = 0 }: Sound): void {
  const tone = on.createOscillator();
  const loudness = on.createGain();
  const from = on.currentTime + after;
  tone.frequency.value = pitch;
  tone.type = "triangle";
  loudness.gain.setValueAtTime(0.25, from);
  // Without a click at its end.
  loudness.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  tone.connect(loudness).connect(on.destination);
  tone.start(from);
  tone.stop(from + lasts);
}
