import { useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback } from "react";
import type { EdiList, ListRow } from "#app/domains/edi/partner/lists.ts";
import { isEdiDetailPath } from "#app/domains/edi/partner/paths.ts";
import { Live } from "#app/live/Live.tsx";
import { useNewest } from "#app/live/useNewest.ts";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/Page.tsx";
import { PageSelector } from "#app/ui/PageSelector.tsx";
import { Spinner } from "#app/ui/Spinner.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";

type Versioned<Row> = EdiList<Row> & { version: string };

type Props<Row> = {
  title: string;
  page: number;
  list: Versioned<Row> | undefined;
  error: ShownError | undefined;
  currentId: string | undefined;
  filters: ReactNode;
  columns: Column<ListRow<Row>>[];
  empty: (pages: number) => ReactNode;
  rowHref: (id: string) => string;
  pageHref: (page: number) => string;
  /** This list, for Refresh. */
  here: string;
  /** Asks for what is new; ends where the version that is shown belongs. */
  liveHref: string;
  /** The panel while its document is read. */
  opening: { title: string; words: string };
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

const keyOf = <Row extends { id: string }>(row: ListRow<Row>): string =>
  "row" in row ? row.row.id : row.unreadable.key;

const orderOf = <Row extends { id: string }>(list: EdiList<Row> | undefined): string =>
  (list?.rows ?? []).map(keyOf).join("\n");

/** Whether a person is at the rows: points or tabs to one. */
const isInUse = (): boolean => {
  const table = document.querySelector("main > .page > .data-table");
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
};
const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** A partner-level list (2 §2.6, §2.8): filters, numbered pages, table that follows what happens; panel as children. */
export function EdiListScreen<Row extends { id: string }>(props: Props<Row>) {
  const { title, page, error, currentId, columns, here, liveHref, opening, children } = props;
  const [list, tell] = useNewest(props.list);
  const navigation = useNavigation();
  const shownOrder = orderOf(list);
  const disturbs = useCallback(
    (newer: Versioned<Row>) => hasMarkedText() || (orderOf(newer) !== shownOrder && isInUse()),
    [shownOrder],
  );
  const next = navigation.state === "loading" ? navigation.location.pathname : undefined;
  const pages = (label: string, total: number) => (
    <PageSelector label={label} current={page} total={total} hrefFor={props.pageHref} />
  );
  return (
    <Page title={title}>
      {props.filters}
      {error && <ErrorBar error={error} retryHref={here} dismissible />}
      <div className="toolbar">
        {list ? pages("Pages", list.pages) : <span />}
        <span className="flex flex-wrap items-center gap-2">
          {list && (
            <Live
              href={`${liveHref}${list.version}`}
              moves={list.moves}
              paused={currentId !== undefined || navigation.state !== "idle"}
              here={here}
              onNews={tell}
              disturbs={disturbs}
            />
          )}
          <LinkButton href={here} icon="refresh" data-scroll="keep" data-replace="">
            Refresh
          </LinkButton>
        </span>
      </div>
      {list && (
        <>
          <Table
            caption={title}
            columns={columns}
            rows={list.rows}
            rowKey={keyOf}
            rowHref={(row) => ("row" in row ? props.rowHref(row.row.id) : undefined)}
            unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
            {...(currentId === undefined ? {} : { currentKey: currentId })}
            empty={props.empty(list.pages)}
          />
          <div className="toolbar">
            <span className="list-foot">
              {list.rows.length === 1 ? "1 record on this page" : `${list.rows.length} records on this page`}
            </span>
            {list.rows.length > 0 && pages("Pages, below the list", list.pages)}
          </div>
        </>
      )}
      {currentId === undefined && next !== undefined && isEdiDetailPath(next) && <Opening {...opening} />}
      {children}
    </Page>
  );
}

/** The panel while its document is read (2 §2.7). It takes no focus: the real one does, once it is there. */
function Opening({ title, words }: { title: string; words: string }) {
  return (
    <dialog open className="route-dialog wide-panel" aria-label={title}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2>{title}</h2>
        </div>
        <div className="dialog-content flex flex-col items-center justify-center text-center">
          <Spinner label="" />
          <p role="status">
            {words}
            <br />
            Just a moment!
          </p>
        </div>
      </div>
    </dialog>
  );
}
