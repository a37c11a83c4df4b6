import { afterEach, expect, test, vi } from "vitest";
import { resume } from "./resume.ts";
import { countRows, type RunNews } from "./rows.ts";

afterEach(() => vi.unstubAllGlobals());

const news = (words: string, isFollowing: boolean) => ({
  counts: countRows([{ state: "done" }]),
  changed: [{ n: 0, outcome: { words } }],
  ...{ isStopped: false, why: "", isFollowing },
});

/** Answers in turn, and how long the page waited after each of them. */
async function waitsFor(answers: readonly ReturnType<typeof news>[]): Promise<number[]> {
  const waits: number[] = [];
  const left = [...answers];
  vi.stubGlobal("window", {
    setTimeout: (end: () => void, ms: number) => {
      waits.push(ms);
      queueMicrotask(end);
    },
    ...{
      clearTimeout: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
  vi.stubGlobal("fetch", async () => Response.json(left.shift()));
  expect(await resume("r", new AbortController().signal, (_: { news: RunNews } | object) => undefined)).toBe(
    true,
  );
  return waits;
}

test("outcomes that stay as they are are asked after ever more slowly, and sooner again once one changes [bulk#outcomes]", async () => {
  const same = news("went on", true);
  expect(await waitsFor([same, same, same, news("at Finish", true), news("done", false)])).toEqual([
    2_000, 3_000, 4_500, 2_000,
  ]);
});
