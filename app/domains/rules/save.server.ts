import { data, redirect } from "@remix-run/node";
import { saidOf } from "#app/domains/actions/confirm.server.ts";
import { type Deed, runDeed, type Verdict } from "#app/domains/actions/deed.server.ts";
import { noQuestion } from "#app/domains/actions/deed.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { readToken, tokenToGoOn } from "#app/http/onceToken.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { customRuleProblems } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRules, listSampleProducts } from "./api.server.ts";
import { isSameRule, versionLines } from "./compare.ts";
import { changeVerdict, createVerdict, readRule } from "./deed.server.ts";
import { type RulesOf, readRuleForm, ruleContext } from "./edit.server.ts";
import { lastSaved, type RuleAnswer, type RuleConflict } from "./editor.ts";
import type { RuleValues } from "./fields.ts";
import { fittingRows } from "./fit.ts";
import { type RuleContext, readBase, ruleAdvice, ruleForm } from "./forms.ts";
import { shownMoment } from "./list.ts";
import { type Choose, type Merge, mergeRules, openLines, sides } from "./merge.ts";
import { nameOfRule } from "./model.ts";
import { rulePath, rulesPath } from "./paths.ts";
import { type RulePreview, toRulePreview } from "./preview.ts";
import { standHash } from "./seen.server.ts";
import { type EditedRule, toEditedRule } from "./values.ts";

type Posted = {
  form: FormData;
  values: RuleValues;
  base: EditedRule;
  edited: EditedRule;
  context: RuleContext;
};

/** The form again, with everything as it was typed. */
function formAgain(
  { form, values, base, edited, context }: Posted,
  more: Partial<Extract<RuleAnswer, { is: "form" }>> = {},
  status = 200,
) {
  const submission = readForm(form, ruleForm(context), { disableAutoCoercion: true });
  const isAsked = values.intent !== "edit" && submission.status !== "success";
  const { initialValue: _, ...lastResult } = submission.reply();
  return data(
    {
      is: "form",
      values,
      advice: ruleAdvice(values, context),
      lastResult: isAsked ? lastResult : undefined,
      edited: !isSameRule(base, edited),
      ...more,
    } satisfies RuleAnswer as RuleAnswer,
    { status },
  );
}

const asksAgain = /^(__intent__|__state__|intent|over|choices\[.*)$/;

const shownAt = (value: CustomRule["startDate"]): string => {
  const at = shownMoment(value);
  return at === "" ? "–" : formatDateTime(at, env.TIME_ZONE);
};

/** The rule as it stands, and what becomes of it with what was typed. */
type Standing = { rule: CustomRule; merge: Merge; problems: string[] };

function toConflict(
  { rule: current, merge, problems }: Standing,
  { form, values, edited }: Posted,
): RuleConflict {
  const { who, at } = lastSaved(current);
  return {
    who,
    at,
    changes: merge.lines,
    lines: versionLines(current, edited, shownAt),
    problems,
    isUnanswered: values.intent === "merge" && values.over === standHash(current) && problems.length === 0,
    typed: [...form].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !asksAgain.test(name) ? [[name, value]] : [],
    ),
    over: standHash(current),
  };
}

async function previewOf(of: RulesOf, { edited, context }: Posted): Promise<RulePreview | ErrorView> {
  const [sample, others] = await Promise.all([
    attempt(listSampleProducts(of.user, of.store)),
    attempt(listRules(of.user, of.store)),
  ]);
  if (!sample.ok) return sample.error;
  if (!others.ok) return others.error;
  const { attributes } = context;
  const place = { alias: of.store.storeAlias, filter: of.filter, attributes };
  return toRulePreview(edited, sample.value, others.value, place);
}

const isPreview = (made: RulePreview | ErrorView): made is RulePreview => "products" in made;

/** What was chosen of the fields that both changed, where it was about the version that stands. */
function choiceOf({ intent, over, choices }: RuleValues, current: CustomRule): Choose {
  if (over !== standHash(current)) return () => undefined;
  if (intent === "overwrite") return () => "mine";
  const taken = new Map(choices.map(({ field, take }) => [field, take]));
  return (field) => sides.find((side) => side === taken.get(field));
}

/** What was typed, put together with what others saved since the rule was opened (rules#merge). */
function standingOf(rule: CustomRule, { values, base, edited, context }: Posted): Standing {
  const merge = mergeRules({ base, theirs: rule, mine: edited }, choiceOf(values, rule), shownAt);
  const problems = customRuleProblems(merge.rule, context.attributes, context.now);
  return {
    rule,
    merge,
    problems: problems.flatMap(({ kind, message }) => (kind === "error" ? [message] : [])),
  };
}

/** How a save is told: what others changed meanwhile and is kept is said with it. */
function doneWords({ rule, merge }: Standing): string {
  const kept = merge.lines.filter(({ from, taken }) => from === "theirs" || (taken && taken !== "mine"));
  if (kept.length === 0) return "Saved";
  const labels = shorten([...new Set(kept.map(({ label }) => label))].join("; "), 200);
  return `Saved with what ${lastSaved(rule).who || "another person"} changed (${labels})`;
}

/** The deed of 'Save': its slot is the rule as it stands. */
function saveDeed(of: RulesOf, id: string | undefined, posted: Posted): Deed<Standing | undefined> {
  const { values, edited } = posted;
  const { user, store, filter } = of;
  const { storeAlias } = store;
  const name = shorten(toText(edited.name), 120);
  const offered = {
    payload: JSON.stringify([standHash(edited), values.intent, values.choices]),
    told: { done: "Saved", what: "", name },
    question: noQuestion,
    slot: undefined,
  };
  return {
    user,
    key: JSON.stringify(["rule", storeAlias, id ?? "new", "save"]),
    href: id === undefined ? rulesPath(storeAlias, { query: name }) : rulePath(storeAlias, filter, id),
    async read() {
      if (id === undefined) return { ...offered, raw: undefined, verdict: createVerdict(of, edited) };
      const read = await readRule(of, id);
      if ("verdict" in read) return { ...offered, ...read };
      const { raw, rule } = read;
      const slot = standingOf(rule, posted);
      const isAsked = openLines(slot.merge).length + slot.problems.length > 0;
      const verdict: Verdict = isAsked
        ? { is: "asked", status: 409 }
        : changeVerdict(of, rule, slot.merge.rule, standHash(rule));
      const told = {
        done: doneWords(slot),
        what: "",
        name: shorten(nameOfRule({ ...slot.merge.rule, id }), 120),
      };
      return { ...offered, told, raw, slot, verdict };
    },
  };
}

const refusedView = (correlationId: string, code: number, words: string): ErrorView => ({
  statusLine: code === 404 ? "Not Found" : "Unprocessable Content",
  code,
  message: words,
  correlationId,
  advice: "What you typed is still here: take a note of it, then make a new rule.",
  write: "notSent",
});

async function answerSave(of: RulesOf, request: Request, id: string | undefined, posted: Posted) {
  const { store, filter, user } = of;
  const back = rulesPath(store.storeAlias, filter);
  const deed = saveDeed(of, id, posted);
  const first = await runDeed(deed, posted.values.token);
  // Somebody was a moment faster: what they saved is put together with this.
  const isLate = first.is === "failed" && first.problem.code === 409;
  const came = isLate ? await runDeed(deed, tokenToGoOn(posted.values.token, user)) : first;
  switch (came.is) {
    case "done":
      return redirectWithFlash(request, back, saidOf(came.told, deed.href, came));
    case "held": {
      const name = { text: came.told.name, href: deed.href };
      return redirectWithFlash(request, back, ["Nothing to save: ", name, " holds this already."]);
    }
    case "asked": {
      const current = came.offer.slot;
      if (current === undefined) return formAgain(posted);
      const conflict = toConflict(current, posted);
      return data({ is: "conflict", conflict } satisfies RuleAnswer as RuleAnswer, { status: 409 });
    }
    case "refused":
      return formAgain(
        posted,
        { problem: refusedView(user.correlationId, came.status, came.words) },
        came.status,
      );
    case "unread": {
      const problem: ErrorView = { ...came.problem, write: "notSent" };
      return formAgain(posted, { problem }, failureStatus(problem));
    }
    case "failed": {
      const values = { ...posted.values, token: tokenToGoOn(posted.values.token, user) };
      return formAgain({ ...posted, values }, { problem: came.problem }, failureStatus(came.problem));
    }
  }
}

/**
 * The answer to everything that the editor posts: a row more or less, a preview, a save, and whose version stays. A
 * save leads back to the list; anything else shows what was typed, which a 401 keeps as well.
 */
export async function answerRuleForm(of: RulesOf, request: Request, id: string | undefined) {
  const form = await formOf(request);
  const values = readRuleForm(form);
  const base = values && readBase(values.base);
  if (!values || !base || base.id !== id || readToken(form) === undefined) {
    throw new Response("The form was not sent whole. Open the rule again.", { status: 400 });
  }
  const path = new URL(request.url).pathname;
  const { store, filter, user } = of;
  const answered = await keepingDraft(user, path, form, async () => {
    const { context } = await ruleContext(of);
    const edited = toEditedRule(values, base, context.timeZone);
    const posted: Posted = { form, values, base, edited, context };
    const submission = readForm(form, ruleForm(context), { disableAutoCoercion: true });
    if (submission.status === undefined) {
      return formAgain({ ...posted, values: fittingRows(values, context.attributes) });
    }
    if (values.intent === "edit") return formAgain(posted);
    if (values.intent === "theirs" && id !== undefined)
      return redirect(rulePath(store.storeAlias, filter, id));
    if (submission.status === "error") return formAgain(posted, {}, 400);
    if (values.intent === "preview") {
      const made = await previewOf(of, posted);
      return isPreview(made)
        ? formAgain(posted, { preview: made })
        : formAgain(posted, { problem: made }, failureStatus(made));
    }
    return answerSave(of, request, id, posted);
  });
  // The page that follows holds what was typed: it needs no draft, and no later page should find one.
  await takeDraft(user, path);
  return answered;
}
