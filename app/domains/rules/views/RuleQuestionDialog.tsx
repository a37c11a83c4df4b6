import { Form } from "@remix-run/react";
import type { RuleQuestion } from "#app/domains/rules/question.ts";
import { ConfirmButtons } from "#app/ui/ConfirmButtons.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Notice } from "#app/ui/Notice.tsx";
import { RouteDialog } from "#app/ui/RouteDialog.tsx";
import { ChangedBy, VersionTable } from "./VersionTable.tsx";

/** Asks before a rule is deleted, or switched after another person changed it. */
export function RuleQuestionDialog({
  question,
  submitting,
}: {
  question: RuleQuestion;
  submitting: boolean;
}) {
  const { title, closeTo, editHref, refusal, problem, changed, fields } = question;
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {problem && <ErrorBar error={problem} />}
      {refusal !== undefined && <Notice tone="attention">{refusal}</Notice>}
      {question.yes === "" ? (
        <LinkButton href={closeTo} data-scroll="keep">
          Close
        </LinkButton>
      ) : (
        <Form method="post" preventScrollReset replace>
          {changed && (
            <>
              <Notice tone="attention">
                <ChangedBy who={changed.who} at={changed.at} what="since you saw it" /> Nothing was sent.
              </Notice>
              <VersionTable lines={changed.lines} theirs="As it stands" mine="As you saw it" />
            </>
          )}
          <p>{question.question}</p>
          {question.about.map((line) => (
            <p key={line} className="faint">
              {line}
            </p>
          ))}
          {fields.enabled !== undefined && <input type="hidden" name="enabled" value={fields.enabled} />}
          <input type="hidden" name="seen" value={fields.seen} />
          <input type="hidden" name="token" value={fields.token} />
          <p>
            <a href={editHref}>Open the rule</a>
          </p>
          <ConfirmButtons
            yes={question.yes}
            no="Cancel"
            closeTo={closeTo}
            {...(submitting ? { pendingText: "Sending…" } : {})}
          />
        </Form>
      )}
    </RouteDialog>
  );
}
