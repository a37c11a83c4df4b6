import type { ReactNode } from "react";
import type { CellsOf } from "#app/core/lists/cells.tsx";
import type { ColumnCells } from "#app/core/lists/columns.ts";
import { classes } from "#app/core/ui/classes.ts";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { RowLink, unbrokenName } from "#app/core/ui/lists/rows.tsx";
import { CopyButton } from "#app/core/ui/text/Copy.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import type { Moment } from "#app/core/values/values.ts";
import type { documentColumns } from "#app/domains/edi/partner/lists/columns.ts";
import { ediActionLinks } from "#app/domains/edi/partner/offers.ts";
import type { ListPaths } from "#app/domains/edi/partner/paths.ts";
import type { References } from "#app/domains/edi/partner/references.ts";
import { type DisplayState, streamsByNeed } from "#app/domains/edi/states.ts";
import { DocumentState } from "../../views/StateBadge.tsx";

/** Characters of an id in a row, as many as tell it from the others of a page. */
const shownIdLength = 8;

/** An id's first characters, complete in its tooltip and when copied. */
const ShortId = ({ id, children }: { id: string; children: (short: string) => ReactNode }) => (
  <span className="flex items-center gap-1 whitespace-nowrap font-mono text-xs">
    {children(id.slice(0, shownIdLength))}
    <CopyButton label={`Copy ${id}`} value={id} />
  </span>
);

/** A link to another document. */
export const DocumentId = ({ id, href }: { id: string; href: string }) => (
  <ShortId id={id}>
    {(short) => (
      <a className="py-1" href={href} title={id}>
        {short}
      </a>
    )}
  </ShortId>
);

/** What a row is called where its cells aren't: by its document's name, or else its id, which nobody can remember. */
export const titleOf = ({ id, cells: { reference, order } }: NamedRow): string =>
  (reference ?? order)?.name ?? id;

type Named = { text: string; href?: string | undefined; holds: string; createdAt?: Moment | undefined };

/** A row with the cell that names it: an interchange's control reference, or an order's number. */
export type NamedRow = {
  id: string;
  cells: { reference?: { name: string }; order?: { name: string }; state?: { state: { tone: string } } };
};

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
      <span className="block truncate text-ink-soft" title={location}>
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

/**
 * The streams: all where there is room, else the first that needs a person and a link to the others (edi#row-streams). In
 * a folded row of a table stream and step have a line each.
 */
function Streams({ displayState, href }: { displayState: DisplayState; href: string }) {
  const [first, ...others] = streamsByNeed(displayState);
  if (!first) return <>–</>;
  const names = [first.stream, first.step].filter(Boolean);
  const text = names.join(" / ");
  return (
    <div className={classes("text-xs", breakingLongWords(text.replace(/[-/]/g, " "), unbrokenName))}>
      <span className="text-ink-soft" title={text}>
        {names.map((name, index) => (
          <span key={name} className="min-[1001px]:folded:block min-[1001px]:folded:truncate">
            {name}
            {index < names.length - 1 && " / "}
          </span>
        ))}
      </span>{" "}
      <span className="font-medium">{first.state.label}</span>
      {others.length > 0 && (
        <>
          {" "}
          <a className="px-1 py-1 min-[1680px]:hidden" href={href}>
            +{others.length}
            <span className="sr-only"> more streams</span>
          </a>
          {others.map(({ stream, state }) => (
            <div key={stream} className="hidden text-ink-soft min-[1680px]:block">
              {stream} <span className="font-medium">{state.label}</span>
            </div>
          ))}
        </>
      )}
    </div>
  );
}

/** The common cells of both document lists. */
export const documentCells = <Row extends NamedRow, Filter>(
  { one }: Pick<ListPaths<Filter>, "one">,
  filter: Filter,
): CellsOf<ColumnCells<typeof documentColumns>, Row> => {
  const href = ({ id }: Row) => one({ id }, filter);
  return {
    // The state as icon and word, with reasons for attention.
    state: ({ state, reason, attention }) => (
      <>
        <DocumentState summary={state} reason={reason} />
        {attention && (
          <div className="text-xs text-attention folded:line-clamp-1" title={attention}>
            {attention}
          </div>
        )}
      </>
    ),
    id: (id, row) => (
      <ShortId id={id}>
        {(short) => (
          <RowLink href={href(row)} className="py-1">
            {short}
          </RowLink>
        )}
      </ShortId>
    ),
    standing: (displayState, row) => <Streams displayState={displayState} href={href(row)} />,
    references: (references, { id }) => (
      <ReferencesOf references={references} all={one({ id, tab: "references" }, filter)} />
    ),
    at: ({ updatedAt }) => (
      <span className="text-xs">
        <Age at={updatedAt} />
      </span>
    ),
    actions: (offered, row) => (
      <ActionMenu
        label={`Actions for ${titleOf(row)}`}
        actions={ediActionLinks(href(row), href(row), offered)}
        isQuiet={row.cells.state?.state.tone !== "attention"}
      />
    ),
  };
};

/** A document's number, and on the second line what it holds; `children` are said about it (edi#interchange-columns). */
export const DocumentNumber = ({
  cell: { text, href, holds, createdAt },
  children,
}: {
  cell: Named;
  children: ReactNode;
}) => (
  <>
    {(text || !holds) && (
      <div className="font-medium leading-4">{href && text ? <a href={href}>{text}</a> : text || "–"}</div>
    )}
    <div className="under flex flex-wrap gap-x-2">
      {holds && <span className="folded:line-clamp-2">{holds}</span>}
      {children}
    </div>
    {createdAt !== undefined && (
      <div className="row-long under">
        Created <Age at={createdAt} />
      </div>
    )}
  </>
);
