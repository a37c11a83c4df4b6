import { shorten, toMoment, toText } from "#app/values/values.ts";
import type { MetaProductChange } from "#contract/metaproducts.ts";
import { readMoment } from "#contract/numbers.ts";

/** Maximum entries shown; Raw Data has all. */
const shownChanges = 200;
const maxValueLength = 2000;

const momentOrder = ({ updatedAt }: MetaProductChange): number =>
  readMoment(updatedAt) ?? Number.NEGATIVE_INFINITY;

/** Whether every word is in the code, the attribute or one of the values, case-insensitively. */
function matches(
  { code, attribute, oldValue, newValue }: MetaProductChange,
  words: readonly string[],
): boolean {
  const text = [code, attribute, oldValue, newValue].map(toText).join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The change feed, newest first, filtered by words (products#changes); those without a readable time last. */
export function toChanges(changes: readonly MetaProductChange[], { show = shownChanges, query = "" } = {}) {
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
        /** An ISO moment, or the unreadable value of the server; absent if there is none. */
        at: at || undefined,
      };
    }),
    // Changes: matching ones beyond the shown ones, and all.
    older: Math.max(0, newestFirst.length - show),
    all: changes.length,
  };
}
export type Changes = ReturnType<typeof toChanges>;
