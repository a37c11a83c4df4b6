import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { auditSheetChoices } from "#app/composition/auditSheet.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { type CellsOf, toTableColumns } from "#app/core/lists/cells.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { ChoiceField, SearchField } from "#app/core/ui/fields/fields.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import { type AuditCells, auditColumns } from "#app/features/audit/columns.ts";
import { auditListPath, auditSearch, kindLabels, outcomeLabels } from "#app/features/audit/paths.ts";
import { readAuditPage } from "#app/features/audit/read.server.ts";
import { ListScreen } from "#app/screens/ListScreen.tsx";

type Line = { key: string; cells: Partial<AuditCells> };

const cells: CellsOf<AuditCells, Line> = {
  record: ({ text, href }) => (
    <span className={breakingLongWords(text)}>{href ? <a href={href}>{text}</a> : text || "–"}</span>
  ),
  outcome: ({ text, outcome }) => (
    <StatusBadge tone={outcome === "done" ? "ok" : "attention"}>{text}</StatusBadge>
  ),
};

const choices = (labels: Record<string, string>) => [
  { value: "", label: "All" },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** The audit trail (audit#list). */
export default function Audit() {
  const { columns, ...screen } = useLoaderData<typeof loader>();
  const { filter } = screen;
  const { names } = auditSearch;
  return (
    <ListScreen
      {...screen}
      title="Audit trail"
      noun="lines"
      error={undefined}
      search={auditSearch}
      path={auditListPath}
      searchLabel="Search"
      searchHint="Person, record, address"
      fields={
        <>
          <ChoiceField name={names.kind} label="Kind" value={filter.kind} options={choices(kindLabels)} />
          <ChoiceField
            name={names.outcome}
            label="Outcome"
            value={filter.outcome}
            options={choices(outcomeLabels)}
          />
          <SearchField name={names.from} label="First day" type="date" value={filter.from ?? ""} />
          <SearchField name={names.to} label="Last day" type="date" value={filter.to ?? ""} />
        </>
      }
      columns={toTableColumns<AuditCells, Line>(columns, cells)}
      empty={{ match: "No lines match", all: "Nothing has been written down yet" }}
    />
  );
}

const pageSize = 50;

export const meta: MetaFunction = () => [{ title: "Audit trail" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMay(request, "audit");
  const filter = auditSearch.read(request.url);
  const { rows, hasNext } = await readAuditPage(filter, pageSize);
  return {
    filter,
    columns: auditColumns.views(),
    list: {
      rows: rows.map((row) => ({
        row: { key: String(row.n), cells: auditColumns.cells(row, undefined) },
      })),
      hasNext,
    },
    download: rows.length > 0 ? auditSheetChoices(filter) : undefined,
  };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
