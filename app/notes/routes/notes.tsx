import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openNoted } from "#app/domains/noteKinds.server.ts";
import { answerNotes, openNotes } from "#app/notes/answer.server.ts";
import { NotesScreen } from "#app/notes/views/NotesScreen.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Notes: ${data?.name ?? ""}` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openNotes(await openNoted(request, params), request);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerNotes(await openNoted(request, params), request);
}

export default function Notes() {
  const { stored, ...screen } = useLoaderData<typeof loader>();
  return <NotesScreen {...screen} stored={useActionData<typeof action>()?.answered ?? stored} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
