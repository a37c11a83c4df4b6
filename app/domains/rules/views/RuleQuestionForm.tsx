import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { RuleQuestion } from "#app/domains/rules/editor/editor.ts";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";

/** What is asked before a rule goes live by being saved. Nothing is lost by going back. */
export function RuleQuestionForm({
  question,
  here,
  sending,
}: {
  question: RuleQuestion;
  here: string;
  sending: string | undefined;
}) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  const pending = sending === undefined ? {} : { "aria-disabled": true };
  return (
    <Form method="post" action={here} preventScrollReset replace className="space-y-3">
      {question.typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="agreed" value={question.agreed} />
      <div ref={top} tabIndex={-1}>
        <Notice tone="attention">{question.warning} Nothing is saved yet.</Notice>
      </div>
      <p className="[overflow-wrap:anywhere]">Are you sure you want to save {question.name}?</p>
      <dl className="fact-list">
        {question.facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="confirm-buttons">
        <Button type="submit" variant="primary" name="intent" value="edit" {...pending}>
          Go back to editing
        </Button>
        <Button type="submit" name="intent" value={question.intent} {...pending}>
          {sending === question.intent ? "Saving…" : "Save as it is"}
        </Button>
      </div>
    </Form>
  );
}
