import { useCallback, useEffect, useRef, useState } from "react";
import { giveSignal, prepareSignals, type Signal } from "./signals.ts";

const storageKey = "labelSounds";

/** Without browser storage the choice lasts as long as the page. */
function keep(isOn: boolean) {
  try {
    window.localStorage.setItem(storageKey, isOn ? "on" : "off");
  } catch {
    return;
  }
}

function isSilenced(): boolean {
  try {
    return window.localStorage.getItem(storageKey) === "off";
  } catch {
    return false;
  }
}

/**
 * Sound and vibration for success and failure (labels#sounds), never the only indication. On by
 * default. `troubles`: number of failed labels; a signal is given when it grows.
 */
export function useSignals(troubles: number | undefined) {
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    if (isSilenced()) setOn(false);
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
    keep(!isOn);
    if (!isOn) giveSignal("right");
  };
  return { signal, isOn, toggle };
}
