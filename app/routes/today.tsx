import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireMay } from "#app/auth/guard.server.ts";
import { sourcesFor } from "#app/domains/todaySources.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { formOf, requireForm } from "#app/http/forms/read.ts";
import { listStores } from "#app/stores/api.server.ts";
import { todayPath } from "#app/today/paths.ts";
import { snoozeLine, unsnoozeLine } from "#app/today/snoozed.server.ts";
import { readToday, sinceVisit } from "#app/today/today.server.ts";
import { TodayScreen } from "#app/today/views/TodayScreen.tsx";
import { chooseWork, noteVisit } from "#app/today/visits.server.ts";

export const meta: MetaFunction = () => [{ title: "Today" }];

/** Reloads in quick succession show the same. */
const youngerThanMs = 1_000;

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "today");
  const sources = sourcesFor(user);
  const today = await readToday(user, sources, youngerThanMs);
  // If a service rejects the session itself, this page redirects to sign-in, like every other page.
  if (today.parts.some(({ error }) => error?.code === 401))
    await attempt(listStores(user, { refresh: true }));
  return { today: sinceVisit(today, sources, await noteVisit(user.subject, today.parts)) };
}

const named = z.string().min(1).max(300);
const form = z.object({ intent: z.enum(["snooze", "unsnooze"]), line: named, revision: named });

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireMay(request, "today");
  const { subject } = user;
  const posted = await formOf(request);
  if (posted.get("intent") === "choose") {
    const ticked = new Set(posted.getAll("work"));
    const kinds = sourcesFor(user).map(({ key }) => key);
    await chooseWork(
      subject,
      kinds.filter((key) => ticked.has(key)),
    );
    return redirect(todayPath);
  }
  const { intent, line, revision } = requireForm(posted, form);
  if (intent === "snooze") await snoozeLine(subject, line, revision);
  else await unsnoozeLine(subject, line);
  return redirect(todayPath);
}

export default function TodayPage() {
  return <TodayScreen loaded={useLoaderData<typeof loader>().today} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
