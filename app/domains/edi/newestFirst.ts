import { ageOf, momentOf } from "#app/values/moment.ts";

type Timed = { created_at?: unknown };

/**
 * Records newest first, each with its place in the list as sent; those without a readable time come last. Records of
 * the same moment keep the list's own order: newest first, unless its ends show that it is the other way round.
 */
export function newestFirst<T extends Timed>(records: readonly T[]): { record: T; index: number }[] {
  const timed = records.map((record, index) => ({ record, index, age: ageOf(momentOf(record.created_at)) }));
  const [first, last] = [timed[0]?.age ?? 0, timed.at(-1)?.age ?? 0];
  const way = first < last ? -1 : 1;
  return timed
    .sort((a, b) => (a.age === b.age ? way * (a.index - b.index) : b.age - a.age))
    .map(({ record, index }) => ({ record, index }));
}
