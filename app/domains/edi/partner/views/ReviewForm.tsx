import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice, SentNotice } from "#app/core/ui/feedback/Notice.tsx";
import { CheckField, SelectField, TextField } from "#app/core/ui/fields/fields.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { FactList } from "#app/core/ui/text/FactList.tsx";
import {
  type LineField,
  type Review,
  type ReviewLine,
  type ReviewState,
  storedText,
} from "#app/domains/edi/partner/detail/review.ts";

const agreedColumns: Column<ReviewLine>[] = [
  { key: "line", header: "Line", narrow: "title", cell: ({ name }) => name },
  { key: "ordered", header: "Ordered", cell: ({ ordered }) => ordered },
  { key: "delivered", header: "Would be delivered", cell: ({ delivered }) => delivered },
];

/** The lines of an order awaiting confirmation, and the answers to those that differ (edi#review-lines). */
export function ReviewForm({
  review,
  state,
  here,
  submitting,
}: {
  review: Review;
  state: ReviewState;
  /** The order's own page, which the form posts to. */
  here: string;
  submitting: boolean;
}) {
  const { questions, agreed, more, canKeep, canConfirm, warning } = review;
  const { token, errors, others, isKnown } = state;
  const form = useRef<HTMLFormElement>(null);
  // Each response has a new state: its message is scrolled into view, since the buttons are far below it.
  useEffect(() => {
    if (!saysAnything(state)) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid]");
    const result = form.current?.querySelector<HTMLElement>("[data-result]");
    (wrong ?? result)?.focus();
  }, [state]);
  const button = (intent: string, words: string, variant?: "primary") => (
    <Button
      type="submit"
      name="intent"
      value={intent}
      {...(variant && { variant })}
      aria-disabled={submitting || undefined}
    >
      {words}
    </Button>
  );
  return (
    <Card title="Lines to confirm">
      <Form
        ref={form}
        id="review"
        method="post"
        action={`${here}#review`}
        replace
        preventScrollReset
        noValidate
        className="space-y-3"
      >
        <input type="hidden" name="token" value={token} />
        <AnswerResult state={state} />
        {questions.map((line, index) => (
          <Line
            key={line.place}
            line={line}
            index={index}
            canAnswer={canKeep || canConfirm}
            stored={storedText(line.values)}
            values={state.lines[line.place] ?? line.values}
            errors={errors.lines[line.place] ?? {}}
          />
        ))}
        {questions.length === 0 && <p>No line differs from what is agreed.</p>}
        {agreed.length > 0 && (
          <details>
            <summary>Lines as agreed ({agreed.length})</summary>
            <Table
              caption="Lines as agreed"
              columns={agreedColumns}
              rows={agreed}
              rowKey={({ place }) => String(place)}
              empty={null}
            />
          </details>
        )}
        {more > 0 && <p className="text-ink-soft">{more} more lines are not shown here.</p>}
        {(canKeep || canConfirm) && (
          <>
            {questions.length > 0 && (
              <SelectField
                label="All others that differ and have no answer"
                name="others"
                defaultValue={others}
                options={[
                  { value: "", label: "Leave open" },
                  { value: "accept", label: "Accept" },
                  { value: "refuse", label: "Refuse" },
                ]}
              />
            )}
            {canConfirm && warning && (
              <CheckField
                key={warning}
                label={`I know: ${warning}`}
                name="known"
                value={warning}
                defaultChecked={isKnown}
                errors={errors.known}
              />
            )}
            <div className="confirm-buttons">
              {canKeep && button("answer-lines", "Keep answers")}
              {canConfirm && button("preview", "Preview the answer")}
              {canConfirm && button("confirm", "Confirm", "primary")}
            </div>
          </>
        )}
      </Form>
    </Card>
  );
}

const isWrong = ({ errors }: ReviewState): boolean =>
  Object.keys(errors.lines).length > 0 || (errors.known ?? []).length > 0;
const saysAnything = (state: ReviewState): boolean =>
  Boolean(state.refusal || state.problem || state.preview) || isWrong(state);

function AnswerResult({ state }: { state: ReviewState }) {
  if (!saysAnything(state)) return null;
  const { refusal, problem, preview } = state;
  return (
    <div data-result="" tabIndex={-1} className="space-y-3">
      {isWrong(state) && <Notice tone="attention">Nothing was sent: look at what is marked below.</Notice>}
      {refusal && <Notice tone="attention">{refusal}</Notice>}
      {problem && <ErrorBar error={problem} calm={problem.code === 400 || problem.code === 409} />}
      {problem?.write === "unknown" && <SentNotice sent="unknown" yes="the same button" />}
      {preview && (
        <>
          <Notice tone="background">{preview.outcome}</Notice>
          {preview.replies.map(({ key, title, lines }) => (
            <details key={key} open>
              <summary className="font-semibold">The {title} that would be sent</summary>
              <pre className="whitespace-pre-wrap text-xs wrap-anywhere">{lines.join("\n")}</pre>
            </details>
          ))}
        </>
      )}
    </div>
  );
}

function Line({
  line: { place, name, description, ordered, delivered, known, differences, answerText, answers },
  index,
  canAnswer,
  stored,
  values,
  errors,
}: {
  line: ReviewLine;
  index: number;
  canAnswer: boolean;
  /** The stored value, to detect typed changes. */
  stored: string;
  values: ReviewLine["values"];
  errors: Partial<Record<LineField, string[]>>;
}) {
  const own = (field: LineField, label: string) => ({
    label,
    name: `lines[${index}].${field}`,
    defaultValue: values[field],
    errors: errors[field],
  });
  return (
    <fieldset className="space-y-2 border-t border-line pt-3">
      <legend className="float-left w-full font-semibold wrap-anywhere">
        {name}
        {description && <span className="font-normal text-ink-soft"> {description}</span>}
      </legend>
      <div className="clear-both">
        <FactList
          facts={[
            { label: "Ordered", value: ordered },
            { label: "Would be delivered", value: delivered },
          ]}
        />
      </div>
      <ul className="text-attention">
        {differences.map(({ about, words }) => (
          <li key={`${about} ${words}`} className="wrap-anywhere">
            <strong>{about}:</strong> {words}
          </li>
        ))}
      </ul>
      {(known || answerText) && (
        <p className="text-xs text-ink-soft">{[known, answerText].filter(Boolean).join(" · ")}</p>
      )}
      {canAnswer && answers.length > 0 && (
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(3,minmax(0,2fr))_minmax(0,3fr)]">
          <input type="hidden" name={`lines[${index}].place`} value={place} />
          <input type="hidden" name={`lines[${index}].stored`} value={stored} />
          <SelectField
            {...own("answer", "Answer")}
            options={answerText ? answers : [{ value: "", label: "Leave open" }, ...answers]}
          />
          {answers.some(({ value }) => value === "amend") && (
            <>
              <TextField {...own("quantity", "Quantity (pieces)")} inputMode="numeric" autoComplete="off" />
              <TextField {...own("unit_price", "Unit price")} inputMode="decimal" autoComplete="off" />
            </>
          )}
          <TextField {...own("reason", "Reason, for the partner")} autoComplete="off" />
        </div>
      )}
    </fieldset>
  );
}
