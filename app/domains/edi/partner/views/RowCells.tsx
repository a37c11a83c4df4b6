import type { ReactNode } from "react";
import { actionLinks, type OfferedAction } from "#app/domains/actions/model.ts";
import type { ReferenceLink } from "#app/domains/edi/partner/references.ts";
import type { Standing } from "#app/domains/edi/states.ts";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/RowLink.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { CopyButton } from "#app/ui/text/CopyButton.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";
import type { Moment } from "#app/values/moment.ts";
import { StateBadge } from "../../views/StateBadge.tsx";

export type CommonRow = {
  id: string;
  name: string;
  numbers: string;
  standing: Standing;
  attention: string;
  references: { links: ReferenceLink[]; more: number };
  actions: OfferedAction[];
  createdAt?: Moment | undefined;
};
type Href<Row> = (row: Row) => string;

/** An id in one short line, whole in its tooltip and for the clipboard. */
export const DocumentId = ({ id, href }: { id: string; href: string }) => (
  <span className="flex items-center gap-1 text-xs">
    <a className="w-16 truncate" href={href} title={id}>
      {id}
    </a>
    <CopyButton label={`Copy ${id}`} value={id} />
  </span>
);

/** The state as icon and word, with what a person has to look at; and what the document is, which opens the row. */
export const headColumns = <Row extends CommonRow>(
  href: Href<Row>,
  { title, about }: { title: string; about: (row: Row) => ReactNode },
): Column<Row>[] => [
  {
    key: "state",
    header: "State",
    narrow: "picture",
    cell: ({ standing, attention }) => (
      <>
        <StateBadge state={standing.summary} />
        {attention && (
          <div className="line-clamp-1 text-xs text-attention" title={attention}>
            {attention}
          </div>
        )}
      </>
    ),
  },
  {
    key: "document",
    header: title,
    narrow: "title",
    roomy: true,
    cell: (row) => (
      <>
        <RowLink href={href(row)} className="!whitespace-normal">
          {row.name} {row.numbers}
        </RowLink>
        <div className="flex flex-wrap gap-x-2 text-xs font-normal text-ink-soft">
          {about(row)}
          {row.createdAt !== undefined && <RelativeTime at={row.createdAt} whole />}
        </div>
      </>
    ),
  },
];

/** The document's id. */
export const idColumn = <Row extends CommonRow>(href: Href<Row>): Column<Row> => ({
  key: "id",
  header: "Database Document ID",
  cell: (row) => <DocumentId id={row.id} href={href(row)} />,
});

const Reference = ({ link: { label, href, location } }: { link: ReferenceLink }) => (
  <>
    {href ? (
      <a className="inline-block py-1" href={href}>
        {label}
      </a>
    ) : (
      label
    )}
    {location && (
      <span className="block w-28 truncate text-ink-soft" title={location}>
        {location}
      </span>
    )}
  </>
);

/** What the document leads to: one at hand, several folded; `more` says where the rest is listed. */
export const referencesColumn = <Row extends CommonRow>(all: Href<Row>): Column<Row> => ({
  key: "references",
  header: "References",
  cell: (row) => {
    const { links, more } = row.references;
    const [first] = links;
    if (!first) return "–";
    if (links.length + more === 1)
      return (
        <div className="text-xs">
          <Reference link={first} />
        </div>
      );
    return (
      <details className="text-xs">
        <summary className="cursor-pointer whitespace-nowrap py-1 text-accent">
          {links.length + more} references
        </summary>
        <ul>
          {links.map((link) => (
            <li key={link.key}>
              <Reference link={link} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <a className="inline-block py-1" href={all(row)}>
                and {more} more
              </a>
            </li>
          )}
        </ul>
      </details>
    );
  },
});

/** Stream, step and state: of the stream that the document's state comes from; the others are on its Status tab. */
export const standingColumn = <Row extends CommonRow>(href: Href<Row>): Column<Row> => ({
  key: "standing",
  header: "Stream / Step / Status",
  cell: (row) => {
    const { summary, streams } = row.standing;
    const first = streams.find(({ state }) => state.code === summary.code) ?? streams[0];
    if (!first) return "–";
    return (
      <div className="max-w-28 text-xs">
        <div className="truncate" title={[first.stream, first.step].filter(Boolean).join(" / ")}>
          {first.stream}
          {first.step && <span className="text-ink-soft"> / {first.step}</span>} /
        </div>
        <span className="font-medium">{first.state.label}</span>
        {streams.length > 1 && (
          <>
            {" "}
            <a className="whitespace-nowrap" href={href(row)}>
              and {streams.length - 1} more
              <span className="sr-only"> streams</span>
            </a>
          </>
        )}
      </div>
    );
  },
});

/** How long ago it last changed, with the whole date. */
export const updatedColumn = <Row extends { updatedAt: Moment | undefined }>(): Column<Row> => ({
  key: "at",
  header: "Updated At",
  cell: ({ updatedAt }) => (
    <span className="whitespace-nowrap text-xs">
      <RelativeTime at={updatedAt} whole />
    </span>
  ),
});

/** The actions of a row, as links to their confirm dialogs. */
export const actionsColumn = <Row extends CommonRow>(href: Href<Row>): Column<Row> => ({
  key: "actions",
  header: "Actions",
  cell: (row) => {
    const [first, ...others] = actionLinks(href(row), row.actions);
    return (
      <ActionMenu label={`Actions for ${row.id}`} {...(first ? { primary: first } : {})} items={others} />
    );
  },
});
