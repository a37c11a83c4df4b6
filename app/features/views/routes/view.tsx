import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { viewPlaces } from "#app/composition/viewLists.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ConfirmButtons } from "#app/core/ui/dialogs/ConfirmButtons.tsx";
import { CheckField, SelectField, TextField } from "#app/core/ui/fields/fields.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { answerView, type ViewPage, viewPage } from "#app/features/views/pages.server.ts";
import { viewsPath } from "#app/features/views/paths.ts";

export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: params.viewId === undefined ? "Save this view" : data ? `${data.title} · Views` : "Views" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return viewPage(await requireMay(request, "views"), viewPlaces, params.viewId);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerView(await requireMay(request, "views"), viewPlaces, params.viewId);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

/** The name of a view, whom it is shared with, and whether it is pinned (views#save, views#change). */
export default function View() {
  const opened = useLoaderData<typeof loader>();
  const page: ViewPage = useActionData<typeof action>() ?? opened;
  const saving = useNavigation().formMethod === "POST";
  const { title, here, closeTo, token, list, values, choices, errors, others, maker } = page;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  const wrong = (field: keyof typeof errors) => (errors[field] ? { errors: [errors[field]] } : {});
  return (
    <Page title={title} actions={<LinkButton href={viewsPath}>Views</LinkButton>}>
      <Form ref={form} method="post" action={here} replace className="max-w-3xl space-y-4" noValidate>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="list" value={list.href} />
        <Card title="A list with its filters, by a name">
          <div className="space-y-3">
            <p>
              The list: <a href={list.href}>{list.title}</a>
              {maker && `, made by ${maker}`}
            </p>
            {list.filters.length > 0 && (
              <ul className="flex flex-wrap gap-1" aria-label="Filters that it keeps">
                {list.filters.map((words) => (
                  <li key={words} className="badge tone-background first-letter:uppercase">
                    {words}
                  </li>
                ))}
              </ul>
            )}
            <TextField label="Name" name="name" defaultValue={values.name} {...wrong("name")} />
            <SelectField
              label="For"
              name="role"
              options={choices}
              defaultValue={values.role}
              {...wrong("role")}
            />
            <CheckField
              label="Pinned in the side menu, for me"
              name="pinned"
              value="on"
              defaultChecked={values.pinned}
              {...wrong("pinned")}
            />
          </div>
          <ConfirmButtons yes="Save" no="Cancel" closeTo={closeTo} isPending={saving} />
        </Card>
        {others.length > 0 && (
          <Card title="Or change a view of this list">
            <p>It keeps its name and its people, and opens the list as it stands now.</p>
            <ul className="mt-2 space-y-2">
              {others.map(({ value, label }) => (
                <li key={value}>
                  <Button type="submit" name="into" value={value}>
                    Save changes to {label}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Form>
    </Page>
  );
}
