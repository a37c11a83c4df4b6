import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/auth/guard.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { preferencesPath } from "#app/preferences/paths.ts";
import { keepPreferences, preferencesForm, readPreferences } from "#app/preferences/preferences.server.ts";
import { PreferencesScreen } from "#app/preferences/views/PreferencesScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Preferences" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "preferences");
  return { chosen: await readPreferences(user) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "preferences");
  const read = readForm(await formOf(request), preferencesForm);
  if (read.status !== "success") {
    const said = "Nothing was changed: choose one of what is offered.";
    return redirectWithFlash(request, preferencesPath, said, "attention");
  }
  await keepPreferences(user, read.value);
  return redirectWithFlash(request, preferencesPath, "Your preferences are kept.");
}

export default function PreferencesPage() {
  return <PreferencesScreen {...useLoaderData<typeof loader>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
