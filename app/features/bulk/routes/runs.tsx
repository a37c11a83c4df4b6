import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { Age, DateTime } from "#app/core/ui/text/DateTime.tsx";
import { runPath } from "#app/features/bulk/paths.ts";
import { type ListedRun, runs } from "#app/features/bulk/runStore.server.ts";

export const meta: MetaFunction = () => [{ title: "Runs" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "bulk");
  return { runs: (await runs.list(user)).reverse() };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

function RunState({ run: { total, left, again, runAt } }: { run: ListedRun }) {
  if (runAt !== undefined && left > 0)
    return (
      <>
        planned for <DateTime at={runAt} />
      </>
    );
  const parts = [
    left > 0 ? `${left} of ${total} left` : `all ${total} gone through`,
    again > 0 ? `${again} failed or not known` : "",
  ];
  return <>{parts.filter(Boolean).join(", ")}</>;
}

/** A person's own runs of the last week (bulk#runs). */
export default function Runs() {
  const { runs } = useLoaderData<typeof loader>();
  return (
    <Page title="Runs" subtitle="What you did to several records at once in the last seven days.">
      <Table
        dense
        caption="Runs"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "what",
            header: "Run",
            narrow: "title",
            cell: ({ id, what }) => <a href={runPath(id)}>{what}</a>,
          },
          { key: "at", header: "Begun", cell: ({ begunAt }) => <Age at={begunAt} /> },
          { key: "state", header: "Stands", cell: (run) => <RunState run={run} /> },
        ]}
        empty={<EmptyState title="No runs in the last seven days">{null}</EmptyState>}
      />
    </Page>
  );
}
