import { useCallback, useEffect, useRef, useState } from "react";
import { browserStorage } from "../browser.ts";

/**
 * A short tick, and two short low tones: distinguishable in noise, and by a phone's vibration if it has one. Recordings,
 * since a page waits for the machine's sound where it makes tones itself: half a second, or for good where that hangs.
 * They are triangle waves that fade out, of 1,760 Hz, and of 165 and 130 Hz one after the other.
 */
const signals = {
  right: { src: "/sounds/right.wav", buzz: [30] },
  wrong: { src: "/sounds/wrong.wav", buzz: [120, 60, 120] },
};

export type Signal = keyof typeof signals;

/** A page that has just loaded is busy. */
const settledMs = 1000;

const players = new Map<Signal, HTMLAudioElement>();
function playerOf(signal: Signal): HTMLAudioElement {
  const existing = players.get(signal);
  if (existing) return existing;
  const player = new Audio(signals[signal].src);
  // One that could not be loaded never plays: the next signal loads it again.
  player.addEventListener("error", () => players.delete(signal));
  players.set(signal, player);
  return player;
}

/** Browsers mute pages that nobody has interacted with. */
const isTouched = (): boolean => navigator.userActivation?.hasBeenActive !== false;

/** Preloads the sounds. Returns a function that cancels this. */
export function prepareSignals(): () => void {
  const waiting = setTimeout(() => {
    for (const signal of ["right", "wrong"] as const) playerOf(signal).preload = "auto";
  }, settledMs);
  return () => clearTimeout(waiting);
}

/** Signals success or failure by sound and vibration; silent before the person has interacted with the page. */
export function giveSignal(signal: Signal): void {
  if (!isTouched()) return;
  navigator.vibrate?.(signals[signal].buzz);
  const player = playerOf(signal);
  // The one before may not have ended.
  player.currentTime = 0;
  // A machine without sound: the page shows the same.
  player.play().catch(() => undefined);
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
