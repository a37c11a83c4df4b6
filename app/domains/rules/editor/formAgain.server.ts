import { data } from "@remix-run/node";
import { isSameRule, versionLines } from "#app/domains/rules/compare.ts";
import { ruleAdvice, ruleForm } from "#app/domains/rules/forms.ts";
import { lastSaved } from "#app/domains/rules/history.ts";
import { placedFacts } from "#app/domains/rules/place.server.ts";
import type { LiveQuestion } from "#app/domains/rules/prices/live.server.ts";
import { standHash } from "#app/domains/rules/seen.server.ts";
import { ruleInWords } from "#app/domains/rules/sentence.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { readForm } from "#app/http/forms/read.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { RuleAnswer, RuleConflict, RuleQuestion } from "./editor.ts";
import { type Posted, shownAt } from "./standing.server.ts";

/** The form again, with the typed values. */
export function formAgain(
  { form, values, base, edited, context }: Posted,
  more: Partial<Extract<RuleAnswer, { is: "form" }>> = {},
  status = 200,
) {
  const submission = readForm(form, ruleForm(context), { disableAutoCoercion: true });
  const isRequested = values.intent !== "edit" && submission.status !== "success";
  const { initialValue: _, ...lastResult } = submission.reply();
  return data(
    {
      is: "form",
      values,
      advice: ruleAdvice(values, context),
      lastResult: isRequested ? lastResult : undefined,
      edited: !isSameRule(base, edited),
      ...more,
    } satisfies RuleAnswer as RuleAnswer,
    { status },
  );
}

const asksAgain = new Set(["__intent__", "__state__", "intent", "agreed"]);
const typedIn = (form: FormData): [name: string, value: string][] =>
  [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !asksAgain.has(name) ? [[name, value]] : [],
  );

/** Another person's version next to the typed values. */
export function toConflict(theirs: CustomRule, { form, edited }: Posted): RuleConflict {
  const { who, at } = lastSaved(theirs);
  return {
    who,
    at,
    // The differences are marked in the lines below the sentence.
    lines: [
      { label: "In words", theirs: ruleInWords(theirs), mine: ruleInWords(edited), differs: false },
      ...versionLines(theirs, edited, shownAt),
    ],
    typed: typedIn(form).filter(([name]) => name !== "over"),
    over: standHash(theirs),
  };
}

/** The question before the typed rule goes live. */
export const toQuestion = (
  { warning, facts, agreed }: LiveQuestion,
  name: string,
  { form, values, placed }: Posted,
): RuleQuestion => ({
  name,
  warning,
  facts: [...placedFacts(placed), ...facts],
  agreed,
  intent: values.intent === "overwrite" ? "overwrite" : "save",
  typed: typedIn(form),
});

/** The message for a save that was not sent. */
export const refusedView = (correlationId: string, code: number, words: string): ErrorView => ({
  statusLine: code === 404 ? "Not Found" : "Unprocessable Content",
  code,
  message: words,
  correlationId,
  advice: "What you typed is still here: take a note of it, then make a new rule.",
  write: "notSent",
});
