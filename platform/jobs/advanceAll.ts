// Processes that work through the same list start at different places, so that they seldom do the same work.
const shuffled = (ids: readonly string[]): string[] =>
  ids
    .map((id) => ({ id, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id);

type Work = {
  advance(id: string): Promise<void>;
  /** Postpones a record that could not be advanced. */
  failed(id: string, failure: unknown): Promise<void>;
};

/** Advances each of these, and returns the failures: one that fails does not block the others. */
export async function advanceAll(ids: readonly string[], { advance, failed }: Work): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const id of shuffled(ids)) {
    try {
      await advance(id);
    } catch (failure) {
      failures.push(failure);
      await failed(id, failure).catch((error: unknown) => failures.push(error));
    }
  }
  return failures;
}
