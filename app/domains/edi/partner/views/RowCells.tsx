import type { ReactNode } from "react";
import type { documentColumns } from "#app/domains/edi/partner/lists/columns.ts";
import { ediActionLinks } from "#app/domains/edi/partner/offers.ts";
import type { ListPaths } from "#app/domains/edi/partner/paths.ts";
import type { References } from "#app/domains/edi/partner/references.ts";
import { type DisplayState, leadingStreamOf } from "#app/domains/edi/states.ts";
import type { CellsOf } from "#app/lists/cells.tsx";
import type { ColumnCells } from "#app/lists/columns.ts";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import { CopyButton } from "#app/ui/text/Copy.tsx";
import { RelativeTime } from "#app/ui/text/DateTime.tsx";
import type { Moment } from "#app/values/values.ts";
import { DocumentState } from "../../views/StateBadge.tsx";

/** An id in one short line, complete in its tooltip and when copied. */
export const DocumentId = ({ id, href }: { id: string; href: string }) => (
  <span className="flex items-center gap-1 text-xs">
    <a className="w-8 truncate xl:w-12" href={href} title={id}>
      {id}
    </a>
    <CopyButton label={`Copy ${id}`} value={id} />
  </span>
);

/** The accessible name of a row: its document's name, or else its id, which nobody can remember. */
export const titleOf = ({
  id,
  cells: { document },
}: {
  id: string;
  cells: { document?: Pick<Named, "name" | "numbers"> };
}): string => (document ? inWords(document) : id);

type Named = { name: string; numbers: string; createdAt?: Moment | undefined };

const inWords = ({ name, numbers }: Pick<Named, "name" | "numbers">) => `${name} ${numbers}`.trim();

/** Received as a test: nothing is created from it. */
export const TestMark = () => <span className="font-medium">Test</span>;

/** The same for an order, where there is room for an explanation. */
export const TestOrderMark = () => (
  <span>
    <TestMark />: no Utopia order is made of it
  </span>
);

const Reference = ({ link: { label, href, location } }: { link: References["links"][number] }) => (
  <>
    {href ? (
      <a className="inline-block py-1" href={href}>
        {label}
      </a>
    ) : (
      label
    )}
    {location && (
      <span className="block w-20 truncate text-ink-soft xl:w-24" title={location}>
        {location}
      </span>
    )}
  </>
);

/** The references of a document: one visible, several collapsed; `all` links to the complete list. */
function ReferencesOf({ references: { links, more }, all }: { references: References; all: string }) {
  const [first] = links;
  if (!first) return <>–</>;
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
            <a className="inline-block py-1" href={all}>
              and {more} more
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}

/** Step and state of the stream that determines the document's state; the others are on its Status tab. */
function Streams({ displayState, href }: { displayState: DisplayState; href: string }) {
  const { streams } = displayState;
  const first = leadingStreamOf(displayState);
  if (!first) return <>–</>;
  return (
    <div className="break-words text-xs" title={first.stream}>
      <div className="text-ink-soft">
        {/* A row has room for the step only; the stream is in the tooltip and for screen readers. */}
        <span className={first.step ? "sr-only" : undefined}>{first.stream} </span>
        {first.step}
      </div>
      <span className="font-medium">{first.state.label}</span>
      {streams.length > 1 && (
        <>
          {" "}
          <a className="whitespace-nowrap" href={href}>
            and {streams.length - 1} more
            <span className="sr-only"> streams</span>
          </a>
        </>
      )}
    </div>
  );
}

/** The common cells of both document lists; `about` is said below a document's name, which opens the row. */
export function documentCells<Row extends Parameters<typeof titleOf>[0], Filter, Document extends Named>(
  { one }: Pick<ListPaths<Filter>, "one">,
  filter: Filter,
  about: (document: Document) => ReactNode,
): CellsOf<ColumnCells<typeof documentColumns>, Row> & {
  document: (shown: Document, row: Row) => ReactNode;
} {
  const href = ({ id }: Row) => one({ id }, filter);
  return {
    // The state as icon and word, with reasons for attention.
    state: ({ state, reason, attention }) => (
      <>
        <DocumentState summary={state} reason={reason} />
        {attention && (
          <div className="line-clamp-3 text-xs text-attention" title={attention}>
            {attention}
          </div>
        )}
      </>
    ),
    document: (document, row) => (
      <>
        <RowLink href={href(row)} className="!whitespace-normal">
          {inWords(document)}
        </RowLink>
        <div className="flex flex-wrap gap-x-2 text-xs font-normal text-ink-soft">
          {about(document)}
          {document.createdAt !== undefined && <RelativeTime at={document.createdAt} whole />}
        </div>
      </>
    ),
    standing: (displayState, row) => <Streams displayState={displayState} href={href(row)} />,
    references: (references, { id }) => (
      <ReferencesOf references={references} all={one({ id, tab: "references" }, filter)} />
    ),
    at: ({ updatedAt }) => (
      <span className="whitespace-nowrap text-xs">
        <RelativeTime at={updatedAt} whole />
      </span>
    ),
    id: (id, row) => <DocumentId id={id} href={href(row)} />,
    actions: (offered, row) => (
      <ActionMenu
        label={`Actions for ${titleOf(row)}`}
        actions={ediActionLinks(href(row), href(row), offered)}
      />
    ),
  };
}
