import { Form } from "@remix-run/react";
import { useContext } from "react";
import { FollowedMessage } from "#app/core/http/FlashMessage.tsx";
import { KeysOn } from "#app/core/lists/keysOn.ts";
import { lettersFor } from "#app/core/lists/rowKeys.ts";
import { maxNoteLength } from "#app/core/records/record.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { ChoiceField, TextField } from "#app/core/ui/fields/fields.tsx";
import type { ActionItem } from "#app/core/ui/lists/rows.tsx";
import { endWords, type QueueView } from "#app/features/work/queue.ts";

type Props = {
  queue: QueueView;
  /** The record's name, and what can be done to it, the likeliest first. */
  name: string;
  actions: readonly ActionItem[];
  /** It is beside a field that has the focus: letters are typed there. */
  typesLetters?: boolean;
};

/** What to know of the record before it is acted on; undefined where it simply waits. */
function remarkOn({ at, end, isListed, heldBy }: Props["queue"]): string | undefined {
  if (at === undefined) return "This one is not in the queue.";
  if (end && end.is !== "left") return `You have dealt with this one: ${endWords(end)}.`;
  if (!isListed) return "It has left the list since you began.";
  return heldBy && `${heldBy.by} has this.`;
}

/**
 * The head of a record that is worked through (queue#bar): what became of the one before, what to know of this one, and
 * what can be done, each with its letter.
 */
export function QueueBar({ queue, name, actions, typesLetters = false }: Props) {
  const { href, id, open, of, colleagues, heldBy, flash } = queue;
  const labels = [...actions.map(({ label }) => label), "Skip", "Hand over"];
  const areKeysOn = useContext(KeysOn) && !typesLetters;
  const letters = areKeysOn ? lettersFor(labels) : [];
  const keyOf = (index: number) => ({ title: labels[index], "aria-keyshortcuts": letters[index] });
  const remark = remarkOn(queue);
  return (
    <section
      className="basis-full space-y-2 rounded-lg border border-line bg-surface-page px-3 py-2 print:hidden"
      aria-label="Working through"
    >
      {flash && <FollowedMessage flash={flash} />}
      <p className="text-ink-soft">
        <a href={href}>Working through {of}</a>
        {`: ${open === 0 ? "nothing left to do" : `${open} to go`}`}
      </p>
      {remark && <Notice tone="attention">{remark}</Notice>}
      <div className="flex flex-wrap items-start gap-2">
        {actions.map(({ label, href: to, danger }, index) => (
          <a
            key={to}
            className={classes("btn", danger ? "btn-danger" : index === 0 ? "btn-primary" : "btn-secondary")}
            href={to}
            data-scroll="keep"
            {...keyOf(index)}
          >
            {label}
            <Letter of={letters[index]} />
          </a>
        ))}
        <Form method="post" action={href} preventScrollReset>
          <input type="hidden" name="intent" value="skip" />
          <input type="hidden" name="record" value={id} />
          <input type="hidden" name="name" value={name} />
          <Button type="submit" {...keyOf(actions.length)}>
            Skip
            <Letter of={letters[actions.length]} />
          </Button>
        </Form>
        {colleagues.length > 0 && (
          <details
            className="open:basis-full"
            onToggle={({ currentTarget }) =>
              currentTarget.open && currentTarget.querySelector("select")?.focus()
            }
          >
            <summary className="btn btn-secondary" {...keyOf(actions.length + 1)}>
              Hand over
              <Letter of={letters[actions.length + 1]} />
            </summary>
            <Form
              method="post"
              action={href}
              preventScrollReset
              className="flex flex-wrap items-end gap-2 pt-2"
            >
              <input type="hidden" name="intent" value="handOver" />
              <input type="hidden" name="record" value={id} />
              <input type="hidden" name="name" value={name} />
              <input type="hidden" name="holder" value={heldBy?.handle ?? ""} />
              <ChoiceField
                name="to"
                label="To"
                value=""
                options={colleagues.map(({ handle, name }) => ({ value: handle, label: name }))}
              />
              <TextField name="note" label="Note" maxLength={maxNoteLength} autoComplete="off" />
              <Button type="submit" variant="primary">
                Hand over
              </Button>
            </Form>
          </details>
        )}
      </div>
    </section>
  );
}

const Letter = ({ of }: { of: string | undefined }) =>
  of ? (
    <kbd aria-hidden className="with-scripting ml-1.5 coarse:hidden">
      {of}
    </kbd>
  ) : null;
