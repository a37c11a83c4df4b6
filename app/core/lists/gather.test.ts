import { expect, test } from "vitest";
import { gatherPages } from "./gather.server.ts";
import { missingWords, type Reach, reachCount } from "./listed.ts";

const size = 10;
/** A list of numbers in pages. */
const listOf = (count: number) => async (page: number) => ({
  rows: Array.from({ length: count }, (_, index) => `${index + 1}`).slice((page - 1) * size, page * size),
  hasNext: count > page * size,
  pages: Math.ceil(count / size),
});

async function gathered(count: number, limits: { maxRows: number; maxMs?: number }) {
  const found = new Map<string, string>();
  const reach = await gatherPages(listOf(count), (id) => id, found, limits);
  return { ...reach, count: found.size } satisfies Reach;
}

test("a list that is read to its end is counted, and nothing else is said [screens#gathered]", async () => {
  const whole = await gathered(43, { maxRows: 500 });
  expect([reachCount(whole), missingWords(whole)]).toEqual(["43", undefined]);
  // However many they are: what is there is shown.
  const large = await gathered(100, { maxRows: 95 });
  expect([reachCount(large), missingWords(large)]).toEqual(["100", undefined]);
  expect(missingWords({ ...whole, unread: 2 })).toBe("2 records could not be read.");
});

test("a list that is read to a limit says how many are shown, and why no more", async () => {
  const full = await gathered(430, { maxRows: 95 });
  expect(reachCount(full)).toBe("the first 100");
  expect(reachCount({ ...full, total: 430 })).toBe("100 of 430 shown");
  expect(missingWords(full)).toBe("There may be more: no more are shown at once.");
  const long = await gathered(6_000, { maxRows: 10_000 });
  expect([reachCount(long), missingWords(long)]).toEqual([
    "the first 600",
    "There may be more: no more pages are read at once.",
  ]);
  const late = await gathered(430, { maxRows: 500, maxMs: 0 });
  expect(missingWords(late)).toBe("There may be more: reading the others took too long.");
});
