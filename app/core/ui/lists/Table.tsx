import { createContext, Fragment, type ReactNode, useContext, useState } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../Icon.tsx";
import { keyed } from "../keyed.ts";
import { breakingLongWords } from "../text/words.ts";
import { RowMore } from "./rows.tsx";

/** A sort order as its column's header, or a part of it: a link to it or, if active, to the reverse. */
export type ColumnOrder = {
  label: string;
  /** Description of the link's effect. */
  words: string;
  href: string;
  direction: "ascending" | "descending" | undefined;
};

/** One column; `narrow` is its place when rows become cards (at most 1000 px). */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** The header is for screen readers only. */
  headerHidden?: boolean;
  /** What stands in the header's place where that is hidden. */
  head?: ReactNode;
  /**
   * "title" heads the card, "picture" is in its upper corner, "hide" omits the cell, "choose" is
   * next to the title, "plain" shows it without its header, "line" too, in a line of its own, "label" (default) with it.
   */
  narrow?: "title" | "picture" | "choose" | "hide" | "plain" | "line" | "label";
  /**
   * Dropped where the table has no room for all its columns, 1 first, and shown in the expanded row instead; without a
   * rank it stays, as the column with the row's link must.
   */
  rank?: 1 | 2 | 3 | 4;
  /** Keeps the column as narrow as its content. */
  tight?: boolean;
  roomy?: boolean;
  onScreenOnly?: boolean;
  /** Stays beside an open panel. If no record's column says so, all do. */
  aside?: boolean;
  /** Preserves line breaks in the cells. */
  lines?: boolean;
  /** The expanded row says more in it (`row-long`). */
  expands?: boolean;
  /** A class for the column's width when rows have a single line (screens#close-rows). */
  width?: string;
  /** A class for the column's width in a table whose columns keep theirs, whatever comes into the cells. */
  share?: string;
  orders?: readonly ColumnOrder[];
};

/** The key of the open row: a context, so that opening one doesn't re-render the table. */
export const CurrentRow = createContext<string | undefined>(undefined);

/**
 * A data table: sticky header, aligned numbers, labelled cards on narrow screens (two per row on tablets). A row with
 * a `rowHref` opens by click and double-click anywhere on it (handled by `SoftNavigation`); a `RowLink` in one of its
 * cells is the real link, for Enter and for browsers without scripting. Links of a table keep the scroll position.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowHref,
  rowName,
  detail,
  unreadable,
  cards = true,
  dense = false,
  empty,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  /** Names a row to those who expand it; without it no row of the table can be expanded. */
  rowName?: ((row: Row) => string) | undefined;
  /** Shown below a row, over its whole width. */
  detail?: ((row: Row) => ReactNode) | undefined;
  unreadable?: (row: Row) => { id: string; problem: string } | undefined;
  /** False for a table of few short columns, which remains a table on narrow screens. */
  cards?: boolean;
  /** The rows of a list, 40 px high; without it those of a small table within a page. */
  dense?: boolean;
  empty: ReactNode;
}) {
  if (rows.length === 0) return <>{empty}</>;
  const isQueue = columns.some(({ aside, narrow }) => aside && narrow !== "choose");
  const classOf = (column: Column<Row>) =>
    classes(cellClass(column), isQueue && !column.aside && "off") || undefined;
  const lined = dense && columns.some(({ width }) => width !== undefined);
  const ranked = dense && rowName ? columns.filter(({ rank }) => rank !== undefined) : [];
  const expands = columns.some((column) => column.expands);
  const firstRank = Math.min(...ranked.map(({ rank = 0 }) => rank));
  const canExpand = dense && rowName !== undefined && (expands || ranked.length > 0);
  const titleOf = (row: Row, cell: ReactNode) =>
    canExpand ? (
      <TitleCell
        name={rowName(row)}
        from={expands ? undefined : firstRank}
        dropped={() =>
          ranked.map((column) => (
            <div key={column.key} className={`dropped dropped-${column.rank} gap-x-2 pt-1 font-normal`}>
              <span className="w-28 flex-none text-xs text-ink-soft">{column.header}</span>
              <div className="min-w-0">{column.cell(row)}</div>
            </div>
          ))
        }
      >
        {cell}
      </TitleCell>
    ) : (
      cell
    );
  const table = (
    <table
      className={classes(
        "data-table",
        cards && "as-cards",
        dense && "dense",
        lined && "lined",
        columns.some(({ share }) => share !== undefined) && "steady",
        isQueue && "queue",
      )}
      data-scroll="keep"
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classes(classOf(column), column.width, column.share) || undefined}
              aria-sort={column.orders?.find(({ direction }) => direction)?.direction}
            >
              <Header column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(rows, rowKey).map(({ key, item: row }) => {
          const broken = unreadable?.(row);
          if (broken) {
            const { id, problem } = broken;
            return <UnreadableRow key={key} id={id} problem={problem} columns={columns.length} />;
          }
          const beneath = detail?.(row);
          return (
            <Fragment key={key}>
              <Row rowKey={rowKey(row)} opens={rowHref?.(row) !== undefined}>
                {columns.map((column) => {
                  const own = column.cell(row);
                  const cell = column.narrow === "title" ? titleOf(row, own) : own;
                  const isLong = typeof cell === "string" && cell.length > tightLength;
                  return (
                    <td
                      key={column.key}
                      className={
                        classes(
                          classOf(isLong ? { ...column, tight: false } : column),
                          typeof cell === "string" && breakingLongWords(cell, maxWholeWord),
                        ) || undefined
                      }
                      data-label={labelOf(column)}
                    >
                      {cell}
                    </td>
                  );
                })}
              </Row>
              {beneath && (
                <tr className="col-span-full">
                  <td colSpan={columns.length}>{beneath}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
  return dense ? <div className="table-room">{table}</div> : table;
}

/**
 * What names a row, and the button that expands it. The cells of dropped columns are made when it is: rows have few
 * elements. Without scripting the row's panel has them.
 */
function TitleCell({
  name,
  from,
  dropped,
  children,
}: {
  name: string;
  from: number | undefined;
  dropped: () => ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className="titled">
        <RowMore of={name} from={from} onToggle={setIsOpen} />
        <div className="title-cell">{children}</div>
      </div>
      {isOpen && dropped()}
    </>
  );
}

function Row({ rowKey, opens, children }: { rowKey: string; opens: boolean; children: ReactNode }) {
  const isCurrent = useContext(CurrentRow) === rowKey;
  return (
    <tr data-opens={opens ? "" : undefined} aria-current={isCurrent ? "true" : undefined}>
      {children}
    </tr>
  );
}

/** A column's header; one with sort orders consists of their links. */
function Header<Row>({ column: { header, headerHidden, head, orders } }: { column: Column<Row> }) {
  if (headerHidden)
    return (
      <>
        <span className="sr-only">{header}</span>
        {head}
      </>
    );
  return orders
    ? orders.map(({ label, words, href, direction }, index) => (
        <span key={label}>
          {index > 0 && "/"}
          <a href={href} title={words}>
            {label}
            {direction && <Icon name={direction === "ascending" ? "chevronUp" : "chevronDown"} />}
          </a>
        </span>
      ))
    : header;
}

function labelOf<Row>({ header, headerHidden, narrow = "label" }: Column<Row>): string | undefined {
  return ["label", "plain", "line"].includes(narrow) && !headerHidden ? header : undefined;
}

function cellClass<Row>({
  align,
  narrow,
  tight,
  roomy,
  onScreenOnly,
  lines,
  rank,
}: Column<Row>): string | undefined {
  const names = [
    align === "end" && "end",
    narrow === "title" && "title",
    narrow === "picture" && "picture",
    narrow === "choose" && "choosing",
    narrow === "hide" && "wide-only",
    (narrow === "plain" || narrow === "line") && "plain",
    narrow === "line" && "own-line",
    rank && `rank-${rank}`,
    roomy && "roomy",
    tight && "tight",
    lines && "lines",
    onScreenOnly && "screen-only",
  ].filter(Boolean);
  return names.length > 0 ? names.join(" ") : undefined;
}

/** A longer word would widen the page: it may break anywhere. */
const maxWholeWord = 24;

/** A longer text wraps in a tight column, which then is as wide as the table has room for. */
const tightLength = 24;

function UnreadableRow({ id, problem, columns }: { id: string; problem: string; columns: number }) {
  return (
    <tr className="unreadable">
      <td className="bg-attention-soft text-attention" colSpan={columns}>
        <Icon name="attention" />{" "}
        <span>
          <strong>{id}</strong> could not be read.
        </span>
        <details className="mt-1 text-xs">
          <summary>What is wrong with it</summary>
          <p>{problem}</p>
        </details>
      </td>
    </tr>
  );
}
