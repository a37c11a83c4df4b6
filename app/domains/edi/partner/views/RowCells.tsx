import { Fragment } from "react";
import { actionLinks, type OfferedAction } from "#app/domains/actions/model.ts";
import type { ReferenceLink } from "#app/domains/edi/partner/references.ts";
import type { Standing } from "#app/domains/edi/states.ts";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/RowLink.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
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

type Common = {
  id: string;
  standing: Standing;
  references: { links: ReferenceLink[]; more: number };
  actions: OfferedAction[];
};

/** The state icon, and the id that opens the row. */
export const headColumns = <Row extends Common>(href: (row: Row) => string): Column<Row>[] => [
  {
    key: "icon",
    header: "State icon",
    headerHidden: true,
    tight: true,
    narrow: "picture",
    cell: ({ standing }) => <StateIcon state={standing.summary} />,
  },
  {
    key: "id",
    header: "Database Document ID",
    narrow: "title",
    cell: (row) => (
      <RowLink href={href(row)} className="!whitespace-normal text-sm">
        <DocumentId id={row.id} />
      </RowLink>
    ),
  },
];

/** What the document leads to; `more` says where the rest is listed. */
export const referencesColumn = <Row extends Common>(all: (row: Row) => string): Column<Row> => ({
  key: "references",
  header: "References",
  cell: (row) => {
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
export const standingColumn = <Row extends Common>(): Column<Row> => ({
  key: "standing",
  header: "Stream / Step / Status",
  roomy: true,
  cell: ({ standing }) =>
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
export const actionsColumn = <Row extends Common>(href: (row: Row) => string): Column<Row> => ({
  key: "actions",
  header: "Actions",
  cell: (row) => {
    const [first, ...others] = actionLinks(href(row), row.actions);
    return (
      <ActionMenu label={`Actions for ${row.id}`} {...(first ? { primary: first } : {})} items={others} />
    );
  },
});
