import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Fake of the browser's audio that records its calls. */
class Audio {
  static made = 0;
  static tones: number[] = [];
  currentTime = 0;
  destination = {};
  constructor() {
    Audio.made += 1;
  }
  resume = async () => undefined;
  createOscillator() {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: (to: unknown) => to,
      start: () => Audio.tones.push(frequency.value),
      stop: () => undefined,
    };
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: (to: unknown) => to };
  }
}

let hasBeenActive: boolean;
beforeEach(() => {
  hasBeenActive = true;
  Audio.made = 0;
  Audio.tones = [];
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("navigator", {
    get userActivation() {
      return { hasBeenActive };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

test("the first sound of a page lets a scan's label go first, and later ones come at once [labels#sounds]", async () => {
  const { giveSignal } = await import("./useSignals.ts");
  giveSignal("right");
  expect(Audio.made).toBe(0);
  vi.runAllTimers();
  expect(Audio.tones).toEqual([1760]);
  giveSignal("wrong");
  expect(Audio.tones).toEqual([1760, 165, 130]);
  expect(Audio.made).toBe(1);
});

test("a page that is ready beforehand sounds at once", async () => {
  const { giveSignal, prepareSignals } = await import("./useSignals.ts");
  prepareSignals();
  vi.runAllTimers();
  expect([Audio.made, Audio.tones]).toEqual([1, []]);
  giveSignal("right");
  expect(Audio.tones).toEqual([1760]);
});

test("a page that nobody has touched, or that was left, asks for no sound", async () => {
  const { giveSignal, prepareSignals } = await import("./useSignals.ts");
  prepareSignals()();
  vi.runAllTimers();
  hasBeenActive = false;
  prepareSignals();
  giveSignal("right");
  vi.runAllTimers();
  expect(Audio.made).toBe(0);
});
