import { createContext, Fragment, type ReactNode, useContext } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../Icon.tsx";

/** An order of the list as its column's header, or a part of it: a link to it, or, where it is on, to the other way round. */
export type ColumnOrder = {
  label: string;
  /** What a press leads to. */
  words: string;
  href: string;
  direction: "ascending" | "descending" | undefined;
};

/** One column; `narrow` says what becomes of it when rows turn into cards (at most 1000 px). */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** "end" aligns numbers by their last digit. */
  align?: "end";
  /** The header is there for assistive technology only. */
  headerHidden?: boolean;
  /**
   * "title" heads the card, "picture" stands in its upper corner, "hide" leaves the cell out,
   * "choose" beside the title, "label" (default) shows it beside its name.
   */
  narrow?: "title" | "picture" | "choose" | "hide" | "label";
  /** Keeps the column as narrow as its content. */
  tight?: boolean;
  /** Gives the column room for a sentence. */
  roomy?: boolean;
  /** Nothing on paper. */
  onScreenOnly?: boolean;
  /** Keeps the line breaks of the cells' texts. */
  lines?: boolean;
  /** A class that says how wide the column is where rows stand in one line (screens#close-rows). */
  width?: string;
  orders?: readonly ColumnOrder[];
};

/** The key of the row that is open: a table is not made again for it. */
export const CurrentRow = createContext<string | undefined>(undefined);

/**
 * A data table: sticky header, numbers aligned, labelled cards on narrow screens (two abreast on tablets). A row with a
 * `rowHref` opens by click and double-click anywhere on it (`SoftNavigation` sees to that); a
 * `RowLink` in one of its cells is the real link, for Enter and for browsers without scripting. Links of a
 * table leave the scroll position.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowHref,
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
  /** What stands beneath a row, over its whole width. */
  detail?: ((row: Row) => ReactNode) | undefined;
  /** Rows that could not be read are shown as such, with their id. */
  unreadable?: (row: Row) => { id: string; problem: string } | undefined;
  /** False for a table of few short columns, which stays one on narrow screens. */
  cards?: boolean;
  /** Rows close together, for a list that is looked through. */
  dense?: boolean;
  empty: ReactNode;
}) {
  if (rows.length === 0) return <>{empty}</>;
  const lined = dense && columns.some(({ width }) => width !== undefined);
  return (
    <table
      className={classes("data-table", cards && "as-cards", dense && "dense", lined && "lined")}
      data-scroll="keep"
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classes(cellClass(column), column.width)}
              aria-sort={column.orders?.find(({ direction }) => direction)?.direction}
            >
              <Header column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          const broken = unreadable?.(row);
          if (broken) {
            const { id, problem } = broken;
            return <UnreadableRow key={key} id={id} problem={problem} columns={columns.length} />;
          }
          const beneath = detail?.(row);
          return (
            <Fragment key={key}>
              <Row rowKey={key} opens={rowHref?.(row) !== undefined}>
                {columns.map((column) => (
                  <td key={column.key} className={cellClass(column)} data-label={labelOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </Row>
              {beneath && (
                <tr className="row-detail">
                  <td colSpan={columns.length}>{beneath}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
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

/** What a column is called; one with orders is called by them, and is made of their links. */
function Header<Row>({ column: { header, headerHidden, orders } }: { column: Column<Row> }) {
  if (headerHidden) return <span className="sr-only">{header}</span>;
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
  return narrow === "label" && !headerHidden ? header : undefined;
}

function cellClass<Row>({
  align,
  narrow,
  tight,
  roomy,
  onScreenOnly,
  lines,
}: Column<Row>): string | undefined {
  const names = [
    align === "end" && "end",
    narrow === "title" && "title",
    narrow === "picture" && "picture",
    narrow === "choose" && "choosing",
    narrow === "hide" && "wide-only",
    roomy && "roomy",
    tight && "tight",
    lines && "lines",
    onScreenOnly && "screen-only",
  ].filter(Boolean);
  return names.length > 0 ? names.join(" ") : undefined;
}

/** A row of a list that could not be read: its id, and what was wrong with it. */
function UnreadableRow({ id, problem, columns }: { id: string; problem: string; columns: number }) {
  return (
    <tr className="unreadable">
      <td colSpan={columns}>
        <Icon name="attention" />
        <span>
          <strong>{id}</strong> could not be read.
        </span>
        <details>
          <summary>What is wrong with it</summary>
          <p>{problem}</p>
        </details>
      </td>
    </tr>
  );
}
