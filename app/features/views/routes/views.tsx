import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { viewPlaces } from "#app/composition/viewLists.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, requireForm } from "#app/core/http/forms/read.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { pinForm, type ViewRow, viewRows } from "#app/features/views/pages.server.ts";
import { removeViewPath, viewPath, viewsPath } from "#app/features/views/paths.ts";
import { personOf, views } from "#app/features/views/views.server.ts";

const Pin = ({ row: { id, name, isPinned } }: { row: ViewRow }) => (
  <form method="post" action={viewsPath}>
    <input type="hidden" name="view" value={id} />
    <Button
      type="submit"
      name="pin"
      value={isPinned ? "off" : "on"}
      aria-label={`${isPinned ? "Unpin" : "Pin"} ${name}`}
    >
      {isPinned ? "Unpin" : "Pin"}
    </Button>
  </form>
);

const columns: Column<ViewRow>[] = [
  {
    key: "name",
    header: "View",
    narrow: "title",
    cell: ({ name, href }) => (href ? <a href={href}>{name}</a> : name),
  },
  { key: "list", header: "List", cell: ({ list }) => list },
  { key: "whose", header: "For", cell: ({ owner }) => owner },
  {
    key: "pin",
    header: "In the side menu",
    cell: (row) => (row.href || row.isPinned ? <Pin row={row} /> : "–"),
  },
  {
    key: "change",
    header: "Actions",
    cell: ({ id, name, href, mayChange }) =>
      mayChange ? (
        <span className="flex flex-wrap gap-2">
          {href && (
            <LinkButton href={viewPath(id)} aria-label={`Change ${name}`}>
              Change
            </LinkButton>
          )}
          <LinkButton href={removeViewPath(id)} aria-label={`Remove ${name}`} data-scroll="keep">
            Remove
          </LinkButton>
        </span>
      ) : (
        "–"
      ),
  },
];

export const meta: MetaFunction = () => [{ title: "Views" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { rows: await viewRows(await requireMay(request, "views"), viewPlaces) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "views");
  const { view, pin } = requireForm(await formOf(request), pinForm);
  // Pinning a pinned view changes nothing: idempotent.
  const refusal = await views.pin(personOf(user), view, pin === "on");
  if (refusal) return redirectWithFlash(request, viewsPath, refusal.words, "attention");
  return redirectWithFlash(request, viewsPath, pin === "on" ? "Pinned in the side menu." : "Unpinned.");
}

/** The saved views (views#page). */
export default function Views() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <Page
        title="Views"
        subtitle="Lists with their filters, by a name: your own, and those shared with your roles."
      >
        <Table
          dense
          caption="Views"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="There are no views yet">
              Open a list, filter it, and choose 'Save this view'.
            </EmptyState>
          }
        />
      </Page>
      <Outlet />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
