import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSharedReads } from "./sharedReads.server.ts";

class Refused extends Error {}

const make = () => createSharedReads(2_000, (failure) => failure instanceof Refused);
const here = () => new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("equal requests share one read, and different ones do not [calls#shared]", async () => {
  const shared = make();
  const read = vi.fn(async () => ({ id: "1" }));
  const [one, other] = await Promise.all(["1", "2"].map((who) => shared.read("a", who, here(), read)));
  expect(other).toBe(one);
  expect(read).toHaveBeenCalledTimes(1);
  await shared.read("b", "3", here(), read);
  expect(read).toHaveBeenCalledTimes(2);
});

test("a read serves for two seconds from its beginning, and not after a write", async () => {
  const shared = make();
  const read = vi.fn(async () => 1);
  await shared.read("a", "4", here(), read);
  vi.advanceTimersByTime(1_999);
  await shared.read("a", "5", here(), read);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2);
  await shared.read("a", "6", here(), read);
  expect(read).toHaveBeenCalledTimes(2);
  shared.forget();
  await shared.read("a", "7", here(), read);
  expect(read).toHaveBeenCalledTimes(3);
});

test("a repeated request reads anew, and the others share that", async () => {
  const shared = make();
  let number = 0;
  const numbers: number[] = [];
  for (const who of ["mei", "kim", "mei", "kim"])
    numbers.push(await shared.read("a", who, here(), async () => ++number));
  expect(numbers).toEqual([1, 1, 2, 2]);
});

test("a refusal is its reader's alone, any other failure is everybody's", async () => {
  const shared = make();
  const refused = vi.fn(async () => Promise.reject(new Refused()));
  const first = shared.read("a", "8", here(), refused);
  const second = shared.read("a", "9", here(), async () => "mine");
  await expect(first).rejects.toThrow(Refused);
  await expect(second).resolves.toBe("mine");
  const broken = vi.fn(async () => Promise.reject(new Error("broken")));
  const both = [shared.read("b", "10", here(), broken), shared.read("b", "11", here(), broken)];
  for (const one of both) await expect(one).rejects.toThrow("broken");
  expect(broken).toHaveBeenCalledTimes(1);
});

test("an aborted request is not waited for, and the read continues for the others", async () => {
  const shared = make();
  const leaving = new AbortController();
  let answer: (value: string) => void = () => undefined;
  const reading = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const signals: AbortSignal[] = [];
  const first = shared.read("a", "12", leaving.signal, (signal) => {
    signals.push(signal);
    return reading;
  });
  const second = shared.read("a", "13", here(), async () => "another");
  leaving.abort(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  answer("read");
  await expect(second).resolves.toBe("read");
});
