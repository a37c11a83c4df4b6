import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** What the pages asked to be loaded and played; a fake of the browser's `Audio`. */
let heard: string[];
let loaded: string[];
let hasSound: boolean;
let hasBeenActive: boolean;
let players: FakeAudio[];
class FakeAudio {
  fail: () => void = () => undefined;
  currentTime = 0.1;
  constructor(readonly src: string) {
    loaded.push(src);
  }
  addEventListener(_type: "error", listener: () => void) {
    this.fail = listener;
    players.push(this);
  }
  async play() {
    if (!hasSound) throw new DOMException("no sound", "NotSupportedError");
    heard.push(`${this.src} from ${this.currentTime}`);
  }
}

beforeEach(() => {
  [heard, loaded, players, hasSound, hasBeenActive] = [[], [], [], true, true];
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("Audio", FakeAudio);
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

test("each signal sounds at once and from its beginning, also while the one before sounds [labels#sounds]", async () => {
  const { giveSignal } = await import("./useSignals.ts");
  for (const signal of ["right", "wrong", "wrong"] as const) giveSignal(signal);
  expect(heard).toEqual(["/sounds/right.wav from 0", "/sounds/wrong.wav from 0", "/sounds/wrong.wav from 0"]);
  expect(loaded).toEqual(["/sounds/right.wav", "/sounds/wrong.wav"]);
});

test("both are loaded once the page is calm, unless it is left before, and once only", async () => {
  const { giveSignal, prepareSignals } = await import("./useSignals.ts");
  prepareSignals()();
  vi.runAllTimers();
  expect(loaded).toEqual([]);
  prepareSignals();
  vi.runAllTimers();
  expect([loaded.length, heard]).toEqual([2, []]);
  giveSignal("right");
  expect(loaded).toHaveLength(2);
});

test("a page that nobody has touched plays nothing, and one without sound goes on", async () => {
  const { giveSignal } = await import("./useSignals.ts");
  hasBeenActive = false;
  giveSignal("right");
  expect(loaded).toEqual([]);
  [hasBeenActive, hasSound] = [true, false];
  giveSignal("wrong");
  await vi.runAllTimersAsync();
  expect(heard).toEqual([]);
});

test("a recording that could not be loaded is loaded again for the next signal", async () => {
  const { giveSignal } = await import("./useSignals.ts");
  giveSignal("wrong");
  players[0]?.fail();
  giveSignal("wrong");
  expect(loaded).toEqual(["/sounds/wrong.wav", "/sounds/wrong.wav"]);
});
