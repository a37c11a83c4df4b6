import { useLocation } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { newViewPath } from "#app/savedViews/paths.ts";
import { lookSearch } from "#app/search/sharedSearches.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { type OpenRecord, OpenRecordContext } from "#app/ui/dialogs/SiblingLinks.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { List, type ListProps } from "./List.tsx";
import { choosingPath } from "./look.ts";
import { type OpenableRow, opensOf, siblingsOf, withOpenTab } from "./siblingRecords.ts";

export type ListScreenProps<Row> = Omit<ListProps<Row>, "caption"> & {
  title: string;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** The name of a row in its panel, if different from its key. */
  rowName?: (row: Row) => string;
  /** Open over the list: the panel of a row, or a dialog. */
  children?: ReactNode;
};

/** A list page; its children are open over it and know their sibling records. */
export function ListScreen<Row>({ title, actions, rowName, children, ...list }: ListScreenProps<Row>) {
  const { rowKey, rowHref, place } = list;
  const rows = place.currentId === undefined ? [] : (list.list?.rows ?? []);
  const opens = rowHref ? opensOf(rows, { rowKey, rowHref, rowName: rowName ?? rowKey }) : [];
  const { isChoosing } = lookSearch.read(list.here);
  return (
    <Page
      title={title}
      actions={
        <>
          <LinkButton
            href={choosingPath(list.here, !isChoosing)}
            variant="quiet"
            data-scroll="keep"
            data-replace=""
          >
            {isChoosing ? "Close columns" : "Columns"}
          </LinkButton>
          <LinkButton href={newViewPath(list.here)} variant="quiet">
            Save this view
          </LinkButton>
          {actions}
        </>
      }
    >
      <List caption={title} looks {...list} />
      <OpenRecordContext.Provider value={useOpenRecord(place.currentId, opens)}>
        {children}
      </OpenRecordContext.Provider>
    </Page>
  );
}

/** The open record of a list and its siblings on the page; undefined if none is open. */
function useOpenRecord(id: string | undefined, opens: readonly OpenableRow[]): OpenRecord | undefined {
  const { search } = useLocation();
  const went = useRef<OpenRecord["went"]["current"]>();
  const [seen, setSeen] = useState<{ id: string; at: number }>();
  const at = opens.findIndex(({ key }) => key === id);
  if (id !== undefined && at >= 0 && (seen?.id !== id || seen.at !== at)) setSeen({ id, at });
  if (id === undefined) return undefined;
  const siblings = siblingsOf(opens, id, seen?.id === id ? seen.at : undefined, (href) =>
    withOpenTab(href, search),
  );
  return { id, siblings, went };
}
