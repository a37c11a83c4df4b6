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

let audio: AudioContext | undefined;

/** Sounds, and buzzes, that something went right or wrong; silent before a person has touched the page. */
export function giveSignal(signal: Signal): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const { sounds, buzz } = signals[signal];
  navigator.vibrate?.(buzz);
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const sound of sounds) play(audio, sound);
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
