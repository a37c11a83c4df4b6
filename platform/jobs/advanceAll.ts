// Processes that work through the same list begin at different places, so that they seldom do the same work.
const shuffled = (ids: readonly string[]): string[] =>
  ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id);

/**
 * Advances each of these. One that fails stays due and doesn't hold up the others; the failures are thrown together at
 * the end. `what` names them in the plural.
 */
export async function advanceAll(
  ids: readonly string[],
  what: string,
  advance: (id: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of shuffled(ids)) await advance(id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${what} did not advance`);
}
