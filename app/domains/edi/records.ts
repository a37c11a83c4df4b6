import { momentOf, plural, shorten, timeOf, toText } from "#app/core/values/values.ts";
import type { EdiHistory } from "#contract/edi.ts";

const recordPageSize = 50;

const maxTextLength = 4000;
const maxFacts = 40;

/** Free details as lines; nested values stand as JSON. */
export const factsOf = (meta: object | null | undefined) =>
  Object.entries(meta ?? {})
    .map(([name, value]) => ({ name: shorten(name, 80), value: shorten(toText(value), maxTextLength) }))
    .filter(({ value }) => value !== "")
    .slice(0, maxFacts);
export type Fact = ReturnType<typeof factsOf>[number];

const toRecord = ({ action, source, message, created_at, meta }: EdiHistory, key: string) => {
  const at = momentOf(created_at);
  const code = toText(action);
  return {
    key,
    action: shorten(code, 120) || "Record",
    source: shorten(toText(source), 120),
    message: shorten(toText(message), maxTextLength),
    at,
    facts: factsOf(meta),
    colour: /(^|:)fail(ure|ed)?\b/.test(code) ? ("danger" as const) : undefined,
  };
};

/** One page of a whole list; one after the last is the last. */
export function pageOf<T>(all: readonly T[], wanted: number, size: number) {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(wanted, pages);
  const start = (page - 1) * size;
  return { items: all.slice(start, start + size), start, page, pages };
}

/** One page of the history, newest first; records without a readable time come last. */
export function toRecordPage(histories: readonly EdiHistory[], wanted: number) {
  const sorted = newestFirst(histories);
  const { items: onPage, start, page, pages } = pageOf(sorted, wanted, recordPageSize);
  return {
    // Keys count from the oldest, so that a record keeps its own when newer ones come.
    records: onPage.map(({ record }, place) => toRecord(record, String(sorted.length - start - place))),
    page,
    pages,
    about: plural(sorted.length, "record", "records"),
  };
}
export type RecordPage = ReturnType<typeof toRecordPage>;

type Timed = { created_at?: unknown };

/**
 * Records newest first, each with its place in the list as sent; those without a readable time come last. Records of
 * the same moment keep the list's own order: newest first, unless its ends show that it is the other way round.
 */
export function newestFirst<T extends Timed>(records: readonly T[]): { record: T; index: number }[] {
  const timed = records.map((record, index) => ({ record, index, age: timeOf(momentOf(record.created_at)) }));
  const [first, last] = [timed[0]?.age ?? 0, timed.at(-1)?.age ?? 0];
  const way = first < last ? -1 : 1;
  return timed
    .sort((a, b) => (a.age === b.age ? way * (a.index - b.index) : b.age - a.age))
    .map(({ record, index }) => ({ record, index }));
}
