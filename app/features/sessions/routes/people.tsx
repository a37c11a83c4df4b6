import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { keyedStations, type StationKeyRow } from "#app/composition/stationKeys.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { endPersonPath, sessionsPath, takeKeyPath } from "#app/features/sessions/paths.ts";
import { type PersonRow, peopleNow } from "#app/features/sessions/screens.server.ts";

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

const keyColumns: Column<StationKeyRow>[] = [
  {
    key: "station",
    header: "Print station",
    narrow: "title",
    cell: ({ href, name }) => <a href={href}>{name}</a>,
  },
  { key: "store", header: "Store", cell: ({ storeName }) => storeName },
  { key: "by", header: "Allowed by", cell: ({ by }) => by },
  { key: "at", header: "Allowed", cell: ({ at }) => <DateTime at={at} /> },
  {
    key: "back",
    header: "Printing without sign-in",
    headerHidden: true,
    cell: ({ alias, id, name }) => (
      <LinkButton href={takeKeyPath(alias, id)} aria-label={`Take back printing without sign-in at ${name}`}>
        Take back
      </LinkButton>
    ),
  },
];

/** Who is signed in, and which computers print without that, for Admins (sign-in#people, sign-in#station-keys). */
export default function People() {
  const { rows, keys, error } = useLoaderData<typeof loader>();
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
      <section className="space-y-2">
        <h2>Computers that print without sign-in</h2>
        <p className="text-ink-soft">
          They go on printing when the sessions of whoever allowed it have ended.
        </p>
        {error ? (
          <ErrorBar error={error} />
        ) : (
          <Table
            caption="Computers that print without sign-in"
            columns={keyColumns}
            rows={keys}
            rowKey={({ alias, id }) => `${alias}/${id}`}
            empty={<EmptyState title="No computer prints without sign-in" />}
          />
        )}
      </section>
      <Outlet />
    </Page>
  );
}

export const meta: MetaFunction = () => [{ title: "People signed in" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "people");
  const [rows, keys] = await Promise.all([peopleNow(user), keyedStations.keys(user)]);
  return { rows, ...keys };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
