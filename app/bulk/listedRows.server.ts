import { attempt } from "#app/http/api.server.ts";

/**
 * The rows of a list as its pages tell them, for kinds that no call tells one by one: those of the pages that were read,
 * and where none was, of the page that is open. What can't be read so has to be looked for by itself.
 */
export function listedRows<Row>(
  idOf: (row: Row) => string,
  readPage: (page: number) => Promise<Row[]>,
  openPage: number,
) {
  const rows = new Map<string, Row>();
  let opening: Promise<unknown> | undefined;
  async function read(page: number): Promise<Row[]> {
    const found = await readPage(page);
    for (const row of found) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    return found;
  }
  return {
    /** One page, from 1. Throws ApiError. */
    read,
    /** The row of this id; undefined where it is on none of those pages. */
    async find(id: string): Promise<Row | undefined> {
      if (rows.size === 0) {
        opening ??= attempt(read(openPage));
        await opening;
      }
      return rows.get(id);
    },
  };
}
