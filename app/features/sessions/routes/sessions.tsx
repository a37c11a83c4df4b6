import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { may, requireMay } from "#app/core/auth/guard.server.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { endSessionPath, peoplePath } from "#app/features/sessions/paths.ts";
import { ownSessions, type SessionRow } from "#app/features/sessions/screens.server.ts";

const columns: Column<SessionRow>[] = [
  { key: "device", header: "Device", narrow: "title", cell: ({ device }) => device },
  { key: "signedIn", header: "Signed in", cell: ({ signedInAt }) => <DateTime at={signedInAt} /> },
  { key: "seen", header: "Last seen", cell: ({ seenAt }) => <DateTime at={seenAt} /> },
  {
    key: "end",
    header: "Session",
    cell: ({ isThis, handle, device }) =>
      isThis ? (
        <StatusBadge tone="ok">This session</StatusBadge>
      ) : (
        <LinkButton href={endSessionPath(handle)} aria-label={`End the session on ${device}`}>
          End
        </LinkButton>
      ),
  },
];

/** Where a person is signed in (sign-in#own-sessions). */
export default function Sessions() {
  const { rows, mayEndOthers } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Your sessions"
      subtitle="Where you are logged in. End what you do not know or no longer use."
      actions={mayEndOthers && <LinkButton href={peoplePath}>People signed in</LinkButton>}
    >
      <Table
        caption="Your sessions"
        columns={columns}
        rows={rows}
        rowKey={({ handle }) => handle}
        empty={<EmptyState title="There are no sessions to list" />}
      />
      <Outlet />
    </Page>
  );
}

export const meta: MetaFunction = () => [{ title: "Your sessions" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "sessions");
  return { rows: await ownSessions(user), mayEndOthers: may(user, "people") };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
