import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { keyOf } from "#app/core/lists/listed.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import {
  type PartnerRow,
  partnersScreen,
  requirePartners,
} from "#app/domains/edi/partner/partners/partners.server.ts";
import { ediPath, partnersPath } from "#app/domains/edi/partner/paths.ts";

export const meta: MetaFunction = () => [{ title: "EDI partners" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "edi");
  await requirePartners(user);
  return partnersScreen(user);
}

const columns: Column<PartnerRow>[] = [
  {
    key: "name",
    header: "Name",
    narrow: "title",
    cell: ({ name }) => name,
  },
  { key: "identification", header: "Identification", cell: ({ identification }) => identification || "–" },
  { key: "store", header: "Store", cell: ({ store }) => store || "–" },
  { key: "syntax", header: "Syntax", cell: ({ syntax }) => syntax || "–" },
  { key: "dues", header: "CONTRL / ORDRSP / DESADV late after", cell: ({ dues }) => dues },
  { key: "active", header: "Active", cell: ({ isActive }) => (isActive ? "Yes" : "No") },
];

/** The trading partners (edi#partner-pages). */
export default function Partners() {
  const { list, error } = useLoaderData<typeof loader>();
  return (
    <Page title="EDI partners" actions={<LinkButton href={ediPath}>EDI (Myer)</LinkButton>}>
      {error && <ErrorBar error={error} retryHref={partnersPath} dismissible />}
      {list && (
        <Table
          caption="EDI partners"
          columns={columns.map((column) => ({
            ...column,
            cell: (one: (typeof list.rows)[number]) => ("row" in one ? column.cell(one.row) : null),
          }))}
          rows={list.rows}
          rowKey={(one) => keyOf(one, ({ id }) => id)}
          unreadable={(one) => ("unreadable" in one ? one.unreadable : undefined)}
          empty={<EmptyState title="There are no partners" />}
        />
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
