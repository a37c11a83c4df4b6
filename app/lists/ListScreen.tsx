import type { ReactNode } from "react";
import { Page } from "#app/ui/Page.tsx";
import { Spinner } from "#app/ui/Spinner.tsx";
import { List, type ListProps } from "./List.tsx";

type Props<Row> = Omit<ListProps<Row>, "caption"> & {
  title: string;
  /** Stands beside the title. */
  actions?: ReactNode;
  /** The panel while its document is read: its title, what it says, and which paths lead to it. */
  opening?: { title: string; words: string; isPath: (pathname: string) => boolean };
  /** What is open over the list: the panel of a row, or a dialog. */
  children?: ReactNode;
};

/** A page that is a list; what is open over it as children. */
export function ListScreen<Row>({ title, actions, opening, children, ...list }: Props<Row>) {
  const { currentId, next } = list.place;
  return (
    <Page title={title} actions={actions}>
      <List caption={title} {...list} />
      {opening && currentId === undefined && next !== undefined && opening.isPath(next) && (
        <Opening title={opening.title} words={opening.words} />
      )}
      {children}
    </Page>
  );
}

/**
 * The panel while its document is read (screens#panel-loading). It takes no focus: the real one does, once it is there.
 */
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
