import { formatUnits, plural, shorten } from "#app/core/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";

/** An unreadable row: its id if known, and the error; `key` is unique on its page. */
export type Unreadable = { key: string; id: string; problem: string };

export type Listed<Row> = { row: Row } | { unreadable: Unreadable };

/**
 * One page of a list. `pages` is the number of pages, if known; otherwise `hasNext` says whether
 * another one may follow.
 */
export type ListPage<Row> = {
  rows: Listed<Row>[];
  /** How far a list was read that no call filters so. */
  reach?: Reach | undefined;
  pages?: number;
  hasNext?: boolean;
};

/** A live page: `moves` if something on it may change at any time without a person's action. */
export type LivePage<Row> = ListPage<Row> & { moves: boolean; version: string };

const maxProblemLength = 400;

const toUnreadable = ({ id, problem }: { id: string; problem: string }, index: number) => ({
  unreadable: { key: `unreadable-${index}`, id, problem: shorten(problem, maxProblemLength) },
});

/** The rows of one page, in the server's order; unreadable rows keep their place. */
export const toListed = <Wire, Row>(
  rows: readonly WireRow<Wire>[],
  toRow: (wire: Wire, index: number) => Row,
): Listed<Row>[] =>
  rows.map((row, index) => (row.readable ? { row: toRow(row.row, index) } : toUnreadable(row, index)));

/** One page of a list with an unknown number of pages: a full one may be followed by another. */
export const toOpenPage = <Wire, Row>(
  rows: readonly WireRow<Wire>[],
  pageSize: number,
  toRow: (wire: Wire, index: number) => Row,
): ListPage<Row> => ({ rows: toListed(rows, toRow), hasNext: rows.length === pageSize });

/** Those of a service's rows that can be read. */
export const readable = <Row>(rows: readonly WireRow<Row>[]): Row[] =>
  rows.flatMap((row) => (row.readable ? [row.row] : []));

export const unreadableRows = (rows: readonly WireRow<unknown>[]): { unreadable: Unreadable }[] =>
  rows.flatMap((row, index) => (row.readable ? [] : [toUnreadable(row, index)]));

export const readableRows = <Row>(rows: readonly Listed<Row>[]): Row[] =>
  rows.flatMap((one) => ("row" in one ? [one.row] : []));

/** The key of a row, unique on its page. */
export const keyOf = <Row>(one: Listed<Row>, rowKey: (row: Row) => string): string =>
  "row" in one ? rowKey(one.row) : one.unreadable.key;

export const keysOf = <Row>(rows: readonly Listed<Row>[], rowKey: (row: Row) => string): string[] =>
  rows.map((one) => keyOf(one, rowKey));

export const isLive = <Row>(list: ListPage<Row>): list is LivePage<Row> => "version" in list;

/** Why reading ended before the list did: enough records, too many pages, or no time left. */
export type Stop = "records" | "pages" | "time";

/**
 * How far a list that no call filters was read: how many records were found on so many pages, of how many if that is
 * known; `stopped` unless it was read to its end. `total` is their number by the service's count, `unread` that of the
 * records that could not be read.
 */
export type Reach = {
  count: number;
  read: number;
  pages: number | undefined;
  stopped?: Stop;
  total?: number | undefined;
  unread?: number;
};

const reasons: Record<Stop, string> = {
  records: "no more are shown at once",
  pages: "no more pages are read at once",
  time: "reading the others took too long",
};

/** '577', or '500 of 577 shown' where the list was not read to its end (screens#gathered). */
export function reachCount({ count, stopped, total }: Reach): string {
  const found = formatUnits(count);
  if (!stopped) return found;
  return total === undefined ? `the first ${found}` : `${found} of ${formatUnits(total)} shown`;
}

/** What is missing in the list, and why; undefined where nothing is. */
export function missingWords({ stopped, unread = 0 }: Reach): string | undefined {
  const words = [
    stopped && `There may be more: ${reasons[stopped]}.`,
    unread > 0 && `${plural(unread, "record", "records")} could not be read.`,
  ].filter(Boolean);
  return words.length === 0 ? undefined : words.join(" ");
}
