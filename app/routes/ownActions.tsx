import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { Icon } from "#app/core/ui/Icon.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import { ownActions } from "#app/features/today/done.server.ts";
import type { OwnAction } from "#app/features/today/lines.ts";

export const meta: MetaFunction = () => [{ title: "Your actions" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { subject } = await requireMay(request, "today");
  return { actions: await ownActions(subject) };
}

const columns: Column<OwnAction>[] = [
  { key: "at", header: "When", tight: true, cell: ({ at }) => <Age at={at} /> },
  {
    key: "what",
    header: "Action",
    narrow: "title",
    cell: ({ what, record, href }) => (
      <>
        {what} {href ? <a href={href}>{record}</a> : record}
      </>
    ),
  },
  {
    key: "words",
    header: "What became of it",
    cell: ({ words, isFailed }) =>
      isFailed ? (
        <span className="text-attention">
          <Icon name="attention" /> {words}
        </span>
      ) : (
        words
      ),
  },
];

/** What one has done lately, and what became of it (today#own-actions). */
export default function OwnActions() {
  const { actions } = useLoaderData<typeof loader>();
  return (
    <Page title="Your actions">
      <Table
        caption="Your actions"
        dense
        columns={columns}
        rows={actions}
        rowKey={({ key }) => key}
        empty={<EmptyState title="No actions yet">{null}</EmptyState>}
      />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
