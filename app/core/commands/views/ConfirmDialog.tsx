import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { EarlierSubmission, OpenCommand, Question } from "#app/core/commands/command.ts";
import { headingOf, subjectOf } from "#app/core/commands/commandTitle.ts";
import { maxNoteLength } from "#app/core/records/record.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ConfirmButtons } from "#app/core/ui/dialogs/ConfirmButtons.tsx";
import { RouteDialog } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice, SentNotice } from "#app/core/ui/feedback/Notice.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { FactList } from "#app/core/ui/text/FactList.tsx";

type Props<Slot> = {
  command: OpenCommand<Slot>;
  submitting: boolean;
  /** Above all else, outside of its form. */
  above?: ReactNode;
  /** Replaces the question while the dialog needs input first. */
  instead?: ReactNode;
  /** Buttons after yes and no. */
  ways?: ReactNode;
  /** The focus is on yes, also where there is no scripting. */
  focusYes?: boolean;
  /** Replaces the question of a refused dialog: the typed values. */
  stored?: ReactNode;
  /** The fields of the form, and information for the decision. */
  children?: ReactNode;
};

/** The dialog of every command: the question, its subject, and the result of the last submission. */
export function ConfirmDialog<Slot>({
  command,
  submitting,
  above,
  instead,
  stored,
  ways,
  focusYes,
  children,
}: Props<Slot>) {
  const { question, closeTo, refusal, problem, sent, earlier } = command;
  const sentence = useId();
  const about = useId();
  const subject = subjectOf(command);
  return (
    <RouteDialog
      title={headingOf(command)}
      closeTo={closeTo}
      describedBy={`${about} ${sentence}`}
      step={instead === undefined ? "asked" : "before"}
    >
      {above}
      {problem && <ErrorBar error={problem} dismissible />}
      {sent && refusal === undefined && <SentNotice sent={sent} yes={yesOf(question, earlier)} />}
      {refusal !== undefined && <Notice tone="attention">{refusal}</Notice>}
      {subject && (
        <p id={about} className="font-semibold wrap-anywhere">
          {subject}
        </p>
      )}
      {question.description && <p className="text-ink-soft">{question.description}</p>}
      {refusal === undefined ? (
        <CommandForm command={command} submitting={submitting}>
          {earlier && <Earlier earlier={earlier} />}
          {instead ?? (
            <QuestionForm {...{ command, submitting, sentence, ways, focusYes }}>{children}</QuestionForm>
          )}
        </CommandForm>
      ) : (
        <>
          {stored}
          <LinkButton href={closeTo} data-scroll="keep">
            Close
          </LinkButton>
        </>
      )}
    </RouteDialog>
  );
}

export const yesOf = ({ yes }: Question, earlier: EarlierSubmission | undefined): string =>
  earlier ? "Submit again" : yes;

/** The form posts to the dialog's own URL. A second press while the first is pending sends nothing. */
export function CommandForm<Slot>({
  command: { here, token, question, receipt },
  submitting,
  children,
}: {
  command: OpenCommand<Slot>;
  submitting: boolean;
  children: ReactNode;
}) {
  const pressed = useRef(false);
  useEffect(() => {
    if (!submitting) pressed.current = false;
  }, [submitting]);
  function onSubmit(event: FormEvent) {
    if (pressed.current) event.preventDefault();
    pressed.current = true;
  }
  return (
    <Form method="post" action={here} preventScrollReset replace onSubmit={onSubmit}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="asked" value={JSON.stringify({ question, receipt })} />
      {children}
    </Form>
  );
}

function QuestionForm<Slot>({
  command: { question, earlier, closeTo, remark },
  submitting,
  sentence,
  ways,
  focusYes,
  children,
}: Pick<Props<Slot>, "command" | "submitting" | "ways" | "focusYes" | "children"> & { sentence: string }) {
  const { facts, no, isFinal } = question;
  return (
    <>
      <p id={sentence} className="wrap-anywhere">
        {question.sentence}
      </p>
      {facts.length > 0 && <FactList facts={facts} />}
      {children}
      {remark && (
        <TextField
          label="Note for colleagues"
          name="remark"
          defaultValue={remark.text}
          maxLength={maxNoteLength}
          autoComplete="off"
          data-later={remark.isWanted ? undefined : ""}
        />
      )}
      <ConfirmButtons
        yes={yesOf(question, earlier)}
        no={no}
        closeTo={closeTo}
        isFinal={isFinal}
        isPending={submitting}
        focusYes={focusYes}
      >
        {ways}
      </ConfirmButtons>
    </>
  );
}

export function Earlier({ earlier: { what, at, by } }: { earlier: EarlierSubmission }) {
  return (
    <Notice tone="attention">
      {what}, <DateTime at={at} />, by {by ?? "you"}. The record has not changed since. 'Submit again' does it
      once more.
    </Notice>
  );
}

/**
 * State of a command's route: the last response, else the loaded dialog; and whether a submission is pending. With the
 * response the dialog is free again, while the page below may still be read.
 */
export function useDialog<Loader, Action>() {
  const opened = useLoaderData<Loader>();
  const answered = useActionData<Action>();
  const { state, formMethod } = useNavigation();
  const before = useRef(answered);
  if (state === "submitting") before.current = answered;
  const isUnanswered = state === "loading" && formMethod === "POST" && answered === before.current;
  return { view: answered ?? opened, submitting: state === "submitting" || isUnanswered };
}
