import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { endPersonPath, sessionsPath } from "#app/domains/sessions/paths.ts";
import { type PersonRow, peopleNow } from "#app/domains/sessions/screens.server.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";

const nameOf = ({ name, username }: PersonRow): string => name || username || "No name";

const columns: Column<PersonRow>[] = [
  { key: "name", header: "Name", narrow: "title", cell: nameOf },
  { key: "username", header: "Username", cell: ({ username }) => username || "–" },
  { key: "devices", header: "Devices", cell: ({ devices }) => devices },
  { key: "sessions", header: "Sessions", align: "end", tight: true, cell: ({ sessions }) => sessions },
  { key: "seen", header: "Last seen", cell: ({ seenAt }) => <DateTime at={seenAt} /> },
  {
    key: "end",
    header: "Sessions of this person",
    headerHidden: true,
    cell: (row) =>
      row.isSelf ? (
        <LinkButton href={sessionsPath}>Your sessions</LinkButton>
      ) : (
        <LinkButton href={endPersonPath(row.handle)} aria-label={`End the sessions of ${nameOf(row)}`}>
          End
        </LinkButton>
      ),
  },
];

/** Who is signed in, for Admins (sign-in#people). */
export default function People() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <Page
      title="People signed in"
      subtitle="Who has a session now. Ending it makes the person log in again; what they may do is the provider's to say."
      actions={<LinkButton href={sessionsPath}>Your sessions</LinkButton>}
    >
      <Table
        caption="People signed in"
        columns={columns}
        rows={rows}
        rowKey={({ handle }) => handle}
        empty={<EmptyState title="Nobody is signed in" />}
      />
      <Outlet />
    </Page>
  );
}

export const meta: MetaFunction = () => [{ title: "People signed in" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { rows: await peopleNow(await requireMay(request, "people")) };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
