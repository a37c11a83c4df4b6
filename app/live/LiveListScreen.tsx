import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/Page.tsx";
import { PageSelector } from "#app/ui/PageSelector.tsx";
import { Spinner } from "#app/ui/Spinner.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";
import { hasMarkedText, isAtRows } from "./inUse.ts";
import { Live } from "./Live.tsx";
import { useNewest } from "./useNewest.ts";

type Unreadable = { unreadable: { key: string; id: string; problem: string } };

/**
 * One page of a list; `version` changes when anything on it does. `moves`: something on it may change by itself
 * at any moment.
 */
type LiveList<Row> = { rows: (Row | Unreadable)[]; pages: number; moves: boolean; version: string };

type Props<Row> = {
  title: string;
  page: number;
  list: LiveList<Row> | undefined;
  error: ShownError | undefined;
  currentId: string | undefined;
  filters: ReactNode;
  columns: Column<Row | Unreadable>[];
  empty: (pages: number) => ReactNode;
  idOf: (row: Row) => string;
  rowHref: (id: string) => string;
  pageHref: (page: number) => string;
  /** This list, for Refresh. */
  here: string;
  /** Asks for what is new; ends where the version that is shown belongs. */
  liveHref: string;
  /** The panel while its document is read: how it is called, what it says, and which paths lead to it. */
  opening: { title: string; words: string; isPath: (pathname: string) => boolean };
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

const isUnreadable = (row: object): row is Unreadable => "unreadable" in row;

/** A list with filters and numbered pages whose table follows what happens; panel or dialog as children. */
export function LiveListScreen<Row extends object>(props: Props<Row>) {
  const { title, page, error, currentId, columns, idOf, here, liveHref, opening, children } = props;
  const [list, tell] = useNewest(props.list);
  const navigation = useNavigation();
  const orderOf = (one: LiveList<Row> | undefined) =>
    one?.rows.map((row) => (isUnreadable(row) ? row.unreadable.id : idOf(row))).join("\n");
  const disturbs = (newer: LiveList<Row>): boolean =>
    hasMarkedText() || (isAtRows() && orderOf(newer) !== orderOf(list));
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
            rowKey={(row) => (isUnreadable(row) ? row.unreadable.key : idOf(row))}
            rowHref={(row) => (isUnreadable(row) ? undefined : props.rowHref(idOf(row)))}
            unreadable={(row) => (isUnreadable(row) ? row.unreadable : undefined)}
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
      {currentId === undefined && next !== undefined && opening.isPath(next) && <Opening {...opening} />}
      {children}
    </Page>
  );
}

/** The panel while its document is read (2 §2.4, §2.7). It takes no focus: the real one does, once it is there. */
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
