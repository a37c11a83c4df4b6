import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireNotesAccess } from "#app/domains/recordKinds.server.ts";
import { answerNotes, openNotes } from "#app/notes/answer.server.ts";
import type { NotesAnswer, NotesView } from "#app/notes/notes.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { ErrorBar, type ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { NotesPart } from "../views/NotesPart.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Notes: ${data?.name ?? ""}` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openNotes(await requireNotesAccess(request, params), request);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerNotes(await requireNotesAccess(request, params), request);
}

export default function Notes() {
  const { stored, ...screen } = useLoaderData<typeof loader>();
  return <NotesScreen {...screen} stored={useActionData<typeof action>()?.answered ?? stored} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

/** The notes of a record on a page of their own: where a form leads that did not get through (notes#part). */
function NotesScreen({
  name,
  back,
  here,
  notes,
  error,
  stored,
}: {
  name: string;
  back: string;
  here: string;
  notes: NotesView | undefined;
  error: ErrorText | undefined;
  stored: NotesAnswer | undefined;
}) {
  return (
    <Page title={`Notes: ${name}`} actions={<LinkButton href={back}>Back</LinkButton>}>
      {error && <ErrorBar error={error} retryHref={here} />}
      {notes && (
        <Card>
          <NotesPart notes={notes} stored={stored} />
        </Card>
      )}
    </Page>
  );
}
