import { expect, test } from "vitest";
import { gatherPages } from "./gather.server.ts";
import { type Reach, reachWords } from "./listed.ts";

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

test("a list is read to its end, or to a limit, and says how far and why [screens#gathered]", async () => {
  expect(reachWords(await gathered(43, { maxRows: 500 }))).toBe("43 in all: all 5 pages were read.");
  expect(reachWords(await gathered(3, { maxRows: 500 }))).toBe("3 in all: the one page was read.");
  expect(reachWords({ ...(await gathered(3, { maxRows: 500 })), unread: 2 })).toBe(
    "3 in all: the one page was read. 2 records could not be read.",
  );
  const full = await gathered(430, { maxRows: 95 });
  expect(reachWords(full)).toBe(
    "The first 100, of 10 pages of 43: no more are shown at once, and other pages may hold more.",
  );
  const long = await gathered(6_000, { maxRows: 10_000 });
  expect(reachWords(long)).toBe(
    "The first 600, of 60 pages of 600: no more pages are read at once, and other pages may hold more.",
  );
  const late = await gathered(430, { maxRows: 500, maxMs: 0 });
  expect(reachWords(late)).toBe(
    "The first 10, of 1 page of 43: reading them took too long, and other pages may hold more.",
  );
});
