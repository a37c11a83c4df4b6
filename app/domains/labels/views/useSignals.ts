import { useCallback, useEffect, useRef, useState } from "react";
import { browserStorage } from "../browser.ts";

/** One tone: its pitch in Hz, its duration and its delay, both in seconds. */
type Sound = { pitch: number; lasts: number; after?: number };

const lowTones: Sound[] = [
  { pitch: 165, lasts: 0.16 },
  { pitch: 130, lasts: 0.2, after: 0.2 },
];

/** A short tick, and two short low tones: distinguishable in noise, and by a phone's vibration if it has one. */
const signals = {
  right: { sounds: [{ pitch: 1760, lasts: 0.05 }], buzz: [30] },
  wrong: { sounds: lowTones, buzz: [120, 60, 120] },
};

export type Signal = keyof typeof signals;

/** A browser's first sound may block its page for half a second: the scan's label is sent first. */
const firstSoundMs = 250;
/** A page that has just loaded is busy. */
const settledMs = 1000;

let audio: AudioContext | undefined;

/** Browsers mute pages that nobody has interacted with. */
const isTouched = (): boolean => navigator.userActivation?.hasBeenActive !== false;

function sound(sounds: readonly Sound[]): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const { pitch, lasts, after = 0 } of sounds) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const from = audio.currentTime + after;
    tone.frequency.value = pitch;
    tone.type = "triangle";
    loudness.gain.setValueAtTime(0.25, from);
    // Fades out to avoid a click at the end.
    loudness.gain.exponentialRampToValueAtTime(0.001, from + lasts);
    tone.connect(loudness).connect(audio.destination);
    tone.start(from);
    tone.stop(from + lasts);
  }
}

/** Prepares the first sound in advance where allowed. Returns a function that cancels this. */
export function prepareSignals(): () => void {
  const waiting = setTimeout(() => {
    if (isTouched()) sound([]);
  }, settledMs);
  return () => clearTimeout(waiting);
}

/** Signals success or failure by sound and vibration; silent before the person has interacted with the page. */
export function giveSignal(signal: Signal): void {
  if (!isTouched()) return;
  const { sounds, buzz } = signals[signal];
  navigator.vibrate?.(buzz);
  if (audio) sound(sounds);
  else setTimeout(sound, firstSoundMs, sounds);
}

const storageKey = "labelSounds";

/**
 * Sound and vibration for success and failure (labels#sounds), never the only indication. On by
 * default. `troubles`: number of failed labels; a signal is given when it grows.
 */
export function useSignals(troubles: number | undefined) {
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    if (browserStorage.get(storageKey) === "off") setOn(false);
    else return prepareSignals();
  }, []);
  const signal = useCallback(
    (what: Signal) => {
      if (isOn) giveSignal(what);
    },
    [isOn],
  );
  const announced = useRef(troubles);
  useEffect(() => {
    const before = announced.current;
    announced.current = troubles;
    if (before !== undefined && troubles !== undefined && troubles > before) signal("wrong");
  }, [troubles, signal]);
  const toggle = () => {
    setOn(!isOn);
    // Without storage the choice lasts as long as the page.
    browserStorage.set(storageKey, isOn ? "off" : "on");
    if (!isOn) giveSignal("right");
  };
  return { signal, isOn, toggle };
}
