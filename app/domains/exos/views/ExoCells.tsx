import { actionLinks } from "#app/domains/actions/model.ts";
import type { ExoRow, Standing } from "#app/domains/exos/list.ts";
import { type ExoScope, exoPath } from "#app/domains/exos/paths.ts";
import type { ExoFilter } from "#app/domains/exos/search.ts";
import { StatusIcon } from "#app/ui/feedback/StatusIcon.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/RowLink.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";

/** Whose list it is and how it is filtered: what the links of a row carry on. */
type Place = { scope: ExoScope; filter: ExoFilter };

const longestWord = 24;

/** Keeps words whole, unless one is too long: a column that may break anywhere is squeezed to a few letters. */
const breaking = (...texts: string[]): string | undefined =>
  texts.some((text) => text.split(/[\s-]/).some((word) => word.length > longestWord))
    ? undefined
    : "break-words";

/** Status, stream and step; the step's description is its tooltip, and text for a screen reader (returns#columns). */
function StandingText({ standing: { label, stream, step, stepIs } }: { standing: Standing }) {
  return (
    <div className={breaking(label, stream, step)}>
      <div className="font-medium">{label}</div>
      {stream && <div className="text-sm text-ink-soft">{stream}</div>}
      {step && (
        <div className="text-sm text-ink-soft" title={stepIs || undefined}>
          {step}
          {stepIs && <span className="sr-only">: {stepIs}</span>}
        </div>
      )}
    </div>
  );
}

function When({ exo: { updatedAt, createdAt } }: { exo: ExoRow }) {
  return (
    <div>
      <div>
        <DateTime at={updatedAt} />
      </div>
      <div className="text-sm text-ink-soft">
        <span className="sr-only">Created </span>
        <DateTime at={createdAt} />
      </div>
    </div>
  );
}

const two = (first: string, second: string) => (
  <div className={breaking(first, second)}>
    {first || "–"}
    <div className="text-sm text-ink-soft">{second}</div>
  </div>
);

/** An address breaks at its @ before it breaks anywhere else. */
function Email({ email }: { email: string }) {
  const [name = "", ...rest] = email.split("@");
  if (rest.length === 0) return <>{name || "–"}</>;
  return (
    <span className={breaking(name, ...rest)}>
      {name}@<wbr />
      {rest.join("@")}
    </span>
  );
}

/** The columns (returns#columns), in order. */
export const exoColumns = ({ scope, filter }: Place): Column<ExoRow>[] => [
  {
    key: "icon",
    header: "Status icon",
    headerHidden: true,
    tight: true,
    narrow: "picture",
    cell: ({ standing }) => <StatusIcon tone={standing.tone} label={standing.label} />,
  },
  {
    key: "name",
    header: "EXO Name",
    narrow: "title",
    cell: (exo) => (
      <RowLink
        href={exoPath(scope, filter, { id: exo.id })}
        {...(exo.name.length <= longestWord ? {} : { className: "break-all whitespace-normal" })}
      >
        {exo.name}
      </RowLink>
    ),
  },
  {
    key: "status",
    header: "Status",
    cell: ({ standing }) => <StandingText standing={standing} />,
  },
  { key: "source", header: "Source", cell: ({ store, storeType }) => two(store, storeType) },
  { key: "order", header: "Order ID", cell: ({ orderId, raNumber }) => two(orderId, raNumber) },
  { key: "email", header: "Email Address", cell: ({ email }) => <Email email={email} /> },
  { key: "at", header: "Updated/Created At", roomy: true, cell: (exo) => <When exo={exo} /> },
  {
    key: "actions",
    header: "Actions",
    cell: (exo) => {
      const [first, ...others] = actionLinks(exoPath(scope, filter, { id: exo.id }), exo.actions);
      return (
        <ActionMenu label={`Actions for ${exo.name}`} {...(first ? { primary: first } : {})} items={others} />
      );
    },
  },
];
