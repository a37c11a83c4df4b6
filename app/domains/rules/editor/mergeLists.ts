import { alignLists } from "#app/domains/rules/compare.ts";

/** How the rows of a list are told apart. */
export type Likeness<Row> = {
  exact: (row: Row) => string;
  /** Whether one may be the other, changed. */
  isKin: (one: Row, other: Row) => boolean;
};

/** A list by the rows it had before: what each is now (`undefined` where it went), and what came in before each. */
export type ListChange<Row> = { rows: (Row | undefined)[]; added: Row[][] };

/** Rows between two that stayed, by their places. */
type Gap = { left: number[]; right: number[] };

/** The places of the rows that stayed, and the gaps between them, in order. */
function gapsOf(before: readonly string[], after: readonly string[]): (Gap | number)[] {
  const found: (Gap | number)[] = [];
  let open: Gap | undefined;
  for (const [one, other] of alignLists(before, after)) {
    if (one !== undefined && other !== undefined && before[one] === after[other]) {
      found.push(one);
      open = undefined;
      continue;
    }
    if (!open) {
      open = { left: [], right: [] };
      found.push(open);
    }
    if (one !== undefined) open.left.push(one);
    if (other !== undefined) open.right.push(other);
  }
  return found;
}

/** Which rows of a gap are the same ones, changed; undefined where that cannot be told. */
function pairsIn<Row>(
  { left, right }: Gap,
  before: readonly Row[],
  after: readonly Row[],
  { isKin }: Likeness<Row>,
): Map<number, number> | undefined {
  const kin = left.map((one) =>
    right.filter((other) => {
      const [earlier, later] = [before[one], after[other]];
      return earlier !== undefined && later !== undefined && isKin(earlier, later);
    }),
  );
  const taken = kin.flat();
  const isClear = kin.every((found) => found.length <= 1) && new Set(taken).size === taken.length;
  const byKin = new Map(
    left.flatMap((one, index) => kin[index]?.map((other) => [one, other] as const) ?? []),
  );
  if (left.length === right.length) {
    const byPlace = new Map(left.map((one, index) => [one, right[index] ?? one] as const));
    const agrees = [...byKin].every(([one, other]) => byPlace.get(one) === other);
    return isClear && !agrees ? undefined : byPlace;
  }
  const inOrder = taken.every((place, index) => index === 0 || place > (taken[index - 1] ?? place));
  return isClear && inOrder && byKin.size === Math.min(left.length, right.length) ? byKin : undefined;
}

/**
 * What became of each row of a list; undefined where that cannot be told for certain: rows changed places, or so many
 * came, went and changed between two others that any of them may be any.
 */
export function listChange<Row>(
  before: readonly Row[],
  after: readonly Row[],
  like: Likeness<Row>,
): ListChange<Row> | undefined {
  const rows: (Row | undefined)[] = [...before];
  const added: Row[][] = Array.from({ length: before.length + 1 }, () => []);
  let next = 0;
  for (const place of gapsOf(before.map(like.exact), after.map(like.exact))) {
    if (typeof place === "number") {
      next = place + 1;
      continue;
    }
    const pairs = pairsIn(place, before, after, like);
    if (!pairs) return undefined;
    const earlierOf = new Map([...pairs].map(([one, other]) => [other, one]));
    for (const one of place.left) rows[one] = undefined;
    for (const other of place.right) {
      const row = after[other];
      if (row === undefined) continue;
      const one = earlierOf.get(other);
      if (one === undefined) added[next]?.push(row);
      else rows[one] = row;
      if (one !== undefined) next = one + 1;
    }
    next = Math.max(next, ...place.left.map((one) => one + 1));
  }
  return isMoved({ rows, added }, before, like.exact) ? undefined : { rows, added };
}

/** Whether a row that left its place stands at another one. */
function isMoved<Row>({ rows, added }: ListChange<Row>, before: readonly Row[], exact: (row: Row) => string) {
  const texts = before.map(exact);
  const now = rows.map((row) => (row === undefined ? undefined : exact(row)));
  const came = new Set([...added.flat().map(exact), ...now.filter((text, index) => text !== texts[index])]);
  return texts.some((text, index) => text !== now[index] && came.has(text));
}
