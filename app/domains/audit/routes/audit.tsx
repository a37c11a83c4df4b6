import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { auditColumnKeys, auditColumns } from "#app/domains/audit/columns.ts";
import { auditSearch } from "#app/domains/audit/paths.ts";
import { auditSheetChoices, maxSearched, readAuditPage } from "#app/domains/audit/read.server.ts";
import { AuditScreen } from "#app/domains/audit/views/AuditScreen.tsx";
import { showCells, toColumnViews } from "#app/lists/columns.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { formatUnits } from "#app/values/values.ts";

const pageSize = 50;

export const meta: MetaFunction = () => [{ title: "Audit trail" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMay(request, "audit");
  const filter = auditSearch.read(request.url);
  const { rows, hasNext, cut } = await readAuditPage(filter, pageSize);
  return {
    filter,
    columns: toColumnViews(auditColumns, auditColumnKeys),
    list: {
      rows: rows.map((row) => ({
        row: { key: String(row.n), cells: showCells(auditColumns, auditColumnKeys, row, undefined) },
      })),
      hasNext,
    },
    notice: cut
      ? `Only the newest ${formatUnits(maxSearched)} lines were looked through. An earlier last day leads further back.`
      : undefined,
    download: rows.length > 0 ? auditSheetChoices(filter) : undefined,
  };
}

export default function Audit() {
  return <AuditScreen {...useLoaderData<typeof loader>()} place={useListPlace()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
