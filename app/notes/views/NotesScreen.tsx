import type { NotesAnswer, NotesShown } from "#app/notes/notes.ts";
import { Card } from "#app/ui/Card.tsx";
import { ErrorBar, type ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { NotesPart } from "./NotesPart.tsx";

/** The notes of a record on a page of their own: where a form leads that did not get through (notes#part). */
export function NotesScreen({
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
  notes: NotesShown | undefined;
  error: ShownError | undefined;
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
