import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireNotesAccess } from "#app/composition/recordKinds.server.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { answerNotes, openNotes } from "#app/features/notes/answer.server.ts";
import { NotesPart } from "../views/NotesPart.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Notes: ${data?.name ?? ""}` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return openNotes(await requireNotesAccess(request, params), request);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerNotes(await requireNotesAccess(request, params), request);
}

/** The notes of a record on a page of their own: where a form leads that did not get through (notes#part). */
export default function Notes() {
  const { name, back, here, notes, error, stored } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>()?.answered ?? stored;
  return (
    <Page title={`Notes: ${name}`} actions={<LinkButton href={back}>Back</LinkButton>}>
      {error && <ErrorBar error={error} retryHref={here} />}
      {notes && (
        <Card>
          <NotesPart notes={notes} stored={answered} />
        </Card>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
