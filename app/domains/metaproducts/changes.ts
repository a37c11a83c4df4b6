import { toMoment, toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { MetaProductChange } from "#contract/metaproducts.ts";
import { readMoment } from "#contract/numbers.ts";

export type ChangeEntry = {
  key: string;
  code: string;
  attribute: string;
  oldValue: string;
  newValue: string;
  /** ISO moment, or what the server sent in its place; absent when it sent none. */
  at?: string;
};
/** `older` and `all` count changes: those that match beyond the shown ones, and all there are. */
export type Changes = { entries: ChangeEntry[]; older: number; all: number };

/** The feed shows this many entries; Raw Data holds them all. */
const shownChanges = 200;
const maxValueLength = 2000;

const momentOrder = ({ updatedAt }: MetaProductChange): number =>
  readMoment(updatedAt) ?? Number.NEGATIVE_INFINITY;

/** Every word must stand in the code, the attribute or one of the values, whatever its case. */
function matches(
  { code, attribute, oldValue, newValue }: MetaProductChange,
  words: readonly string[],
): boolean {
  const text = [code, attribute, oldValue, newValue].map(toText).join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * The change feed, newest first, filtered by words (products#changes); changes without a readable time come last, in the
 * server's order.
 */
export function toChanges(
  changes: readonly MetaProductChange[],
  { show = shownChanges, query = "" } = {},
): Changes {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const newestFirst = changes
    .filter((change) => words.length === 0 || matches(change, words))
    .sort((a, b) => {
      const [first, second] = [momentOrder(a), momentOrder(b)];
      return first === second ? 0 : second - first;
    });
  return {
    entries: newestFirst.slice(0, show).map((change, index) => {
      const at = toMoment(change.updatedAt) ?? toText(change.updatedAt);
      return {
        key: String(index),
        code: shorten(toText(change.code), 80),
        attribute: shorten(toText(change.attribute), 80),
        oldValue: shorten(toText(change.oldValue), maxValueLength),
        newValue: shorten(toText(change.newValue), maxValueLength),
        ...(at === "" ? {} : { at }),
      };
    }),
    older: Math.max(0, newestFirst.length - show),
    all: changes.length,
  };
}
