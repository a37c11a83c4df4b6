import { useFetcher } from "@remix-run/react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { maxNoteLength } from "#app/core/records/record.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { TextArea } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { useBeforePaint } from "#app/core/ui/useBeforePaint.ts";
import {
  maxBecauseLength,
  type Note,
  type NotesAnswer,
  type NotesIntent,
  type NotesView,
} from "#app/features/notes/notes.ts";

/** What its route answers where it does not lead back. */
type Answered = { answered: NotesAnswer };

const offline: NotesAnswer = {
  intent: "write",
  text: "",
  problem: "This browser is offline. Nothing was sent.",
};

/** A form of the part; with scripting the page stays, and what went wrong is said in place. */
function NotesForm({
  notes: { here, token, revision, isBesideForm, notes },
  stored,
  children,
}: {
  notes: NotesView;
  /** The response to a form, or a stored draft, from before this page. */
  stored?: NotesAnswer | undefined;
  children: (answered: NotesAnswer | undefined) => ReactNode;
}) {
  const { Form, data } = useFetcher<Answered>();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<{ text: string; before: readonly Note[] }>();
  const [isOffline, setOffline] = useState(false);
  const answered = isOffline ? offline : (data?.answered ?? stored);
  const textField = () => {
    const field = form.current?.elements.namedItem("text");
    return field instanceof HTMLTextAreaElement ? field : undefined;
  };

  // The note that was sent is among the notes: its text leaves the field before it can be sent again. What was typed since
  // stays.
  useBeforePaint(() => {
    const { text, before } = sent.current ?? {};
    const isNew = (note: Note) => note.text === text && !before?.some(({ id }) => id === note.id);
    if (!notes.some(isNew)) return;
    sent.current = undefined;
    const field = textField();
    if (field && field.value.trim() === text) field.value = "";
  }, [notes]);

  function onSubmit(event: FormEvent) {
    setOffline(!navigator.onLine);
    if (!navigator.onLine) event.preventDefault();
    const text = textField()?.value.trim();
    if (text !== undefined) sent.current = { text, before: notes };
  }

  return (
    <Form
      ref={form}
      method="post"
      action={here}
      target={isBesideForm ? "_blank" : undefined}
      preventScrollReset
      className="flex flex-col gap-2 print:hidden"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="seen" value={revision ?? ""} />
      {children(answered)}
    </Form>
  );
}

/** One press: to take, give back, or take back. */
function Press({ notes, intent, children }: { notes: NotesView; intent: NotesIntent; children: ReactNode }) {
  return (
    <NotesForm notes={notes}>
      {(answered) => (
        <>
          <input type="hidden" name="intent" value={intent} />
          <Button type="submit" className="self-start">
            {children}
          </Button>
          {answered && <Problem answered={answered} />}
        </>
      )}
    </NotesForm>
  );
}

const Problem = ({ answered }: { answered: NotesAnswer }) => (
  <Notice tone="attention">
    {answered.problem}
    {answered.text !== "" && ` You typed: ${answered.text}`}
  </Notice>
);

type TypedProps = {
  notes: NotesView;
  intent: "write" | "handle";
  stored: NotesAnswer | undefined;
  summary: ReactNode;
  label: string;
  help: string;
  yes: string;
  children?: ReactNode;
};

/** A text and its button, folded until it is wanted. */
function Typed({ notes, intent, stored, summary, label, help, yes, children }: TypedProps) {
  const ours = stored?.intent === intent ? stored : undefined;
  return (
    <details open={ours !== undefined} className="min-w-0 open:basis-full print:hidden print:open:block">
      <summary className="py-0.5 text-ink-soft hover:text-ink">{summary}</summary>
      <div className="space-y-3 pt-2">
        <NotesForm notes={notes} stored={ours}>
          {(answered) => (
            <>
              <input type="hidden" name="intent" value={intent} />
              <TextArea
                label={label}
                name="text"
                rows={2}
                defaultValue={ours?.text ?? ""}
                help={help}
                {...(answered &&
                  (answered.isSafe ? { advice: answered.problem } : { errors: [answered.problem] }))}
              />
              <Button type="submit" className="self-start">
                {yes}
              </Button>
            </>
          )}
        </NotesForm>
        {children}
      </div>
    </details>
  );
}

function Holder({ notes }: { notes: NotesView }) {
  const { holder, hadBy } = notes;
  const before = hadBy !== undefined && <span className="text-ink-soft">{hadBy} had it before.</span>;
  return (
    <div className="ml-auto flex min-w-0 max-w-full items-center gap-x-3 [&>form]:flex-none">
      <span className="min-w-0 truncate" aria-live="polite">
        {holder && (
          <>
            <Icon name="user" /> <strong>{holder.isMine ? "You have this" : `${holder.by} has this`}</strong>,{" "}
            <RelativeTime at={holder.at} />.
          </>
        )}{" "}
        {before}
      </span>
      <Press notes={notes} intent={holder ? (holder.isMine ? "giveBack" : "takeOver") : "take"}>
        {holder ? (holder.isMine ? "Give it back" : "Take it over") : "I have this"}
      </Press>
    </div>
  );
}

function HandledMark({ notes, handled }: { notes: NotesView; handled: NonNullable<NotesView["handled"]> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">
        <Icon name="check" /> <strong>Handled</strong> by {handled.by}, <RelativeTime at={handled.at} />,
        because: {handled.because}
      </span>
      {handled.canTakeBack && (
        <Press notes={notes} intent="unhandle">
          Not handled after all
        </Press>
      )}
    </div>
  );
}

const OneNote = ({ note: { by, at, text, isHandling } }: { note: Note }) => (
  <div className="wrap-anywhere">
    <span className="text-xs text-ink-soft">
      {by}, <RelativeTime at={at} whole />
      {isHandling && ", handled because"}
    </span>
    <p className="whitespace-pre-line">{text}</p>
  </div>
);

/**
 * Notes of a record, who has it, and that it is handled (notes#part): the newest note in sight, the others and the
 * forms folded. `stored` is what was typed and did not get through; `children` are the record's other ways, which share
 * its line.
 */
export function NotesPart({
  notes,
  stored,
  children,
}: {
  notes: NotesView;
  stored?: NotesAnswer | undefined;
  children?: ReactNode;
}) {
  const { handled, revision } = notes;
  // The reason is already shown with the mark.
  const others = notes.notes.filter(({ isHandling, at }) => !(isHandling && at === handled?.at));
  const [newest, ...older] = others;
  const canHandle = revision !== undefined && !handled;
  const hasForm = (intent: NotesIntent) => intent === "write" || (intent === "handle" && canHandle);
  const isEmpty = !notes.holder && !notes.hadBy && !handled && notes.notes.length === 0;
  return (
    <section
      className={classes(
        // From a phone up it keeps its height whoever has the record: the words about that have the room that is left.
        "flex flex-wrap items-center gap-x-3 gap-y-2 sm:grid sm:grid-cols-[auto_minmax(0,1fr)]",
        "[&>*:not(:first-child):not(:last-child)]:col-span-full [&>*:not(:first-child):not(:last-child)]:basis-full",
        isEmpty && "screen-only",
      )}
      aria-label={`Notes: ${notes.notes.length}`}
    >
      {stored && !hasForm(stored.intent) && <Problem answered={stored} />}
      <Holder notes={notes} />
      {handled && <HandledMark notes={notes} handled={handled} />}
      {newest && <OneNote note={newest} />}
      <div className="-order-1 flex items-center gap-x-3 gap-y-1 has-[[open]]:col-span-full has-[[open]]:basis-full has-[[open]]:flex-wrap max-sm:flex-wrap">
        <Typed
          notes={notes}
          intent="write"
          stored={stored}
          summary={
            <>
              <strong>Notes</strong> <span className="tabular-nums">({notes.notes.length})</span>
            </>
          }
          label="Write a note"
          help={`Everybody who may open this reads it. At most ${maxNoteLength} characters.`}
          yes="Add the note"
        >
          {older.length > 0 && (
            <ul className="space-y-2" aria-label="Older notes">
              {older.map((note) => (
                <li key={note.id}>
                  <OneNote note={note} />
                </li>
              ))}
            </ul>
          )}
        </Typed>
        {canHandle && (
          <Typed
            notes={notes}
            intent="handle"
            stored={stored}
            summary="Handled, because …"
            label="Handled, because …"
            help={`It leaves Today for everybody, until it changes. At most ${maxBecauseLength} characters.`}
            yes="Handled"
          />
        )}
        {children}
      </div>
    </section>
  );
}
