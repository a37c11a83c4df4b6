import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awaitedRead, giveWay } from "./giveWay.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What has happened, in order, once everything that can happen now has. */
async function happened(events: string[]): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  return events;
}

const work = (events: string[]) => void giveWay().then(() => events.push("work"));

test("work goes on at once while nobody waits", async () => {
  const events: string[] = [];
  work(events);
  expect(await happened(events)).toEqual(["work"]);
});

test("work waits until the last read is answered, however often one says so", async () => {
  const events: string[] = [];
  const [one, other] = [awaitedRead(), awaitedRead()];
  work(events);
  one();
  one();
  expect(await happened(events)).toEqual([]);
  other();
  expect(await happened(events)).toEqual(["work"]);
});

test("work goes on in the end where reads never cease, and the next gives way again", async () => {
  const events: string[] = [];
  const answered = awaitedRead();
  work(events);
  await vi.advanceTimersByTimeAsync(99);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(["work"]);
  work(events);
  expect(await happened(events)).toEqual(["work"]);
  answered();
  expect(await happened(events)).toEqual(["work", "work"]);
});
