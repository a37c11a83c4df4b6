import { Fragment } from "react";
import { actionLinks } from "#app/domains/actions/model.ts";
import type { ListRow } from "#app/domains/edi/partner/lists.ts";
import type { ReferenceLink } from "#app/domains/edi/partner/references.ts";
import type { Standing } from "#app/domains/edi/states.ts";
import { ActionMenu } from "#app/ui/ActionMenu.tsx";
import { LongText } from "#app/ui/LongText.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import type { Column } from "#app/ui/Table.tsx";
import { StateIcon } from "../../views/StateIcon.tsx";

// The longest id that is broken at its hyphens only.
const longestId = 40;

/** An id of a document, in lines that break at its hyphens. */
export const DocumentId = ({ id }: { id: string }) =>
  id.length > longestId ? (
    <span className="break-all">{id}</span>
  ) : (
    Array.from(id.matchAll(/[^-]+-?|-/g), ({ 0: part, index: at }) => (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))
  );

/** A column of rows that could be read. */
export type Cell<Row> = Omit<Column<ListRow<Row>>, "cell"> & { show: (row: Row) => React.ReactNode };

/** Columns of a list whose rows may not be readable. */
export const toColumns = <Row,>(cells: readonly Cell<Row>[]): Column<ListRow<Row>>[] =>
  cells.map(({ show, ...look }) => ({ ...look, cell: (row) => ("row" in row ? show(row.row) : null) }));

type Common = { id: string; standing: Standing; references: { links: ReferenceLink[]; more: number } };

/** The state icon, and the id that opens the row. */
export const headCells = <Row extends Common>(href: (row: Row) => string): Cell<Row>[] => [
  {
    key: "icon",
    header: "State icon",
    headerHidden: true,
    tight: true,
    narrow: "picture",
    show: ({ standing }) => <StateIcon state={standing.summary} />,
  },
  {
    key: "id",
    header: "Database Document ID",
    narrow: "title",
    show: (row) => (
      <RowLink href={href(row)} className="!whitespace-normal text-sm">
        <DocumentId id={row.id} />
      </RowLink>
    ),
  },
];

/** What the document leads to; `more` says where the rest is listed. */
export const referencesCell = <Row extends Common>(all: (row: Row) => string): Cell<Row> => ({
  key: "references",
  header: "References",
  show: (row) => {
    const { links, more } = row.references;
    if (links.length === 0) return "–";
    return (
      <ul className="space-y-1.5 text-sm">
        {links.map(({ key, label, href, location }) => (
          <li key={key}>
            {href ? <a href={href}>{label}</a> : label}
            {location && (
              <div className="text-ink-soft">
                <LongText value={location} limit={60} />
              </div>
            )}
          </li>
        ))}
        {more > 0 && (
          <li>
            <a href={all(row)}>and {more} more</a>
          </li>
        )}
      </ul>
    );
  },
});

/** Stream, step and state of every stream. */
export const standingCell = <Row extends Common>(): Cell<Row> => ({
  key: "standing",
  header: "Stream / Step / Status",
  roomy: true,
  show: ({ standing }) =>
    standing.streams.length === 0 ? (
      "–"
    ) : (
      <ul className="space-y-1 text-sm">
        {standing.streams.map(({ stream, step, state }) => (
          <li key={stream}>
            {stream}
            {step && <span className="text-ink-soft"> / {step}</span>} /{" "}
            <span className="font-medium">{state.label}</span>
          </li>
        ))}
      </ul>
    ),
});

/** The actions of a row, as links to their confirm dialogs. */
export const actionsCell = <Row extends Common>(
  href: (row: Row) => string,
  actions: { label: string; value: string }[],
): Cell<Row> => ({
  key: "actions",
  header: "Actions",
  show: (row) => {
    const [first, ...others] = actionLinks(href(row), actions);
    return (
      <ActionMenu label={`Actions for ${row.id}`} {...(first ? { primary: first } : {})} items={others} />
    );
  },
});
