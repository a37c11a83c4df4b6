import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { readOne } from "#app/core/database/batchRead.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, readForm } from "#app/core/http/forms/read.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { choices, type PreferenceKey } from "#app/features/preferences/choices.ts";
import { preferencesPath } from "#app/features/preferences/paths.ts";
import {
  keepPreferences,
  preferencesForm,
  preferencesOf,
} from "#app/features/preferences/preferences.server.ts";

export const meta: MetaFunction = () => [{ title: "Preferences" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "preferences");
  return { chosen: await readOne(database, preferencesOf(user)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "preferences");
  const read = readForm(await formOf(request), preferencesForm);
  if (read.status !== "success") {
    const problem = "Nothing was changed: choose one of what is offered.";
    return redirectWithFlash(request, preferencesPath, problem, "attention");
  }
  await keepPreferences(user, read.value);
  return redirectWithFlash(request, preferencesPath, "Your preferences are kept.");
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

function Choice({ name, chosen }: { name: PreferenceKey; chosen: string }) {
  const { label, options } = choices[name];
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="flex flex-col items-start">
        {options.map((option) => (
          <label key={option.value} className="check">
            <input type="radio" name={name} value={option.value} defaultChecked={option.value === chosen} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Look and behaviour of the portal for this person, on any device (screens#preferences). */
export default function Preferences() {
  const { chosen } = useLoaderData<typeof loader>();
  return (
    <Page title="Preferences">
      <Card title="Yours on every device">
        <form method="post" action={preferencesPath} className="space-y-5">
          <Choice name="rows" chosen={chosen.rows} />
          <Choice name="colours" chosen={chosen.colours} />
          <Choice name="slash" chosen={chosen.slash} />
          <Choice name="keys" chosen={chosen.keys} />
          <Button type="submit" variant="primary">
            Save
          </Button>
        </form>
      </Card>
    </Page>
  );
}
