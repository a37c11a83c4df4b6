import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";

/** A row that could not be read: its id as far as it is known, and what is wrong; `key` tells it apart on its page. */
export type Unreadable = { key: string; id: string; problem: string };

/** One row of any list: ready to show, or not readable. */
export type Listed<Row> = { row: Row } | { unreadable: Unreadable };

/**
 * One page of a list. `pages` says how many there are, where that is known; `hasNext` whether another one may
 * follow, where it is not.
 */
export type ListPage<Row> = {
  rows: Listed<Row>[];
  pages?: number;
  hasNext?: boolean;
};

/** A page that is followed: `moves` when something on it may change by itself at any time. */
export type LivePage<Row> = ListPage<Row> & { moves: boolean; version: string };

const maxProblemLength = 400;

const toUnreadable = ({ id, problem }: { id: string; problem: string }, index: number) => ({
  unreadable: { key: `unreadable-${index}`, id, problem: shorten(problem, maxProblemLength) },
});

/** The rows of one page, in the server's order; rows that could not be read keep their place. */
export const toListed = <Wire, Row>(
  rows: readonly WireRow<Wire>[],
  toRow: (wire: Wire, index: number) => Row,
): Listed<Row>[] =>
  rows.map((row, index) => (row.readable ? { row: toRow(row.row, index) } : toUnreadable(row, index)));

/** One page of a list that does not say how many there are: a full one may be followed. */
export const toOpenPage = <Wire, Row>(
  rows: readonly WireRow<Wire>[],
  pageSize: number,
  toRow: (wire: Wire, index: number) => Row,
): ListPage<Row> => ({ rows: toListed(rows, toRow), hasNext: rows.length === pageSize });

/** Those rows only that could not be read. */
export const unreadableRows = (rows: readonly WireRow<unknown>[]): { unreadable: Unreadable }[] =>
  rows.flatMap((row, index) => (row.readable ? [] : [toUnreadable(row, index)]));

/** The rows of a page that could be read. */
export const readableRows = <Row>(rows: readonly Listed<Row>[]): Row[] =>
  rows.flatMap((one) => ("row" in one ? [one.row] : []));

/** What tells a row apart on its page. */
export const keyOf = <Row>(one: Listed<Row>, rowKey: (row: Row) => string): string =>
  "row" in one ? rowKey(one.row) : one.unreadable.key;

/** The keys of a page's rows, in order. */
export const keysOf = <Row>(rows: readonly Listed<Row>[], rowKey: (row: Row) => string): string[] =>
  rows.map((one) => keyOf(one, rowKey));

/** Whether a page is one that is followed. */
export const isLive = <Row>(list: ListPage<Row>): list is LivePage<Row> => "version" in list;
