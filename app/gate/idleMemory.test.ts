import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collections, createIdleMemory, ownMemory, pauseMs } from "./idleMemory.server.ts";

const megabyte = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that holds so much, and what is left of it by collecting. */
function processOf(megabytes: number, left: number) {
  const held = { megabytes, collected: 0 };
  const memory = createIdleMemory({
    resident: () => held.megabytes * megabyte,
    collect: () => {
      held.collected += 1;
      if (held.collected % collections === 0) held.megabytes = left;
    },
  });
  const request = () => {
    memory.begun();
    memory.ended();
  };
  return { held, memory, request };
}

test("a load that is over has memory given back, once", () => {
  const { held, request } = processOf(500, 150);
  request();
  vi.advanceTimersByTime(pauseMs - 1);
  expect(held.collected).toBe(0);
  vi.advanceTimersByTime(20 * pauseMs);
  expect(held).toEqual({ collected: collections, megabytes: 150 });
});

test("nothing is collected while a request is under way, or one comes before the pause is over", () => {
  const { held, memory, request } = processOf(500, 150);
  memory.begun();
  request();
  vi.advanceTimersByTime(20 * pauseMs);
  expect(held.collected).toBe(0);
  memory.ended();
  for (let time = 0; time < 5; time += 1) {
    vi.advanceTimersByTime(pauseMs - 1);
    request();
  }
  expect(held.collected).toBe(0);
  vi.advanceTimersByTime(20 * pauseMs);
  expect(held.collected).toBe(collections);
});

test("a request in the midst ends it, and it begins anew", () => {
  const { held, request } = processOf(500, 150);
  request();
  vi.advanceTimersByTime(pauseMs);
  expect(held.collected).toBe(1);
  request();
  vi.advanceTimersByTime(20 * pauseMs);
  expect(held.collected).toBe(1 + collections);
});

test("a process that holds little is left alone", () => {
  const { held, request } = processOf(190, 150);
  request();
  vi.advanceTimersByTime(20 * pauseMs);
  expect(held.collected).toBe(0);
});

test("what collecting does not make smaller is not collected again until it has grown", () => {
  const { held, request } = processOf(500, 500);
  for (let time = 0; time < 5; time += 1) {
    request();
    vi.advanceTimersByTime(20 * pauseMs);
  }
  expect(held.collected).toBe(collections);
  held.megabytes = 540;
  request();
  vi.advanceTimersByTime(20 * pauseMs);
  expect(held.collected).toBe(2 * collections);
});

test("a process can collect itself", () => {
  const { resident, collect } = ownMemory();
  const gone = new WeakRef({ is: "needed by nobody" });
  vi.useRealTimers();
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    collect();
    expect(gone.deref()).toBeUndefined();
    expect(resident()).toBeGreaterThan(megabyte);
  });
});
