import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { saidOf, undoLink } from "#app/domains/actions/confirm.server.ts";
import { type Deed, runDeed, type Verdict } from "#app/domains/actions/deed.server.ts";
import { noQuestion } from "#app/domains/actions/deed.ts";
import { attempt } from "#app/http/api.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { readToken, tokenToGoOn } from "#app/http/onceToken.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import { isSameRule, versionLines } from "./compare.ts";
import { changeVerdict, createVerdict, readRule } from "./deed.server.ts";
import { type RulesOf, readRuleForm, ruleContext } from "./edit.server.ts";
import { lastSaved, type RuleAnswer, type RuleConflict, type RuleQuestion } from "./editor.ts";
import { fittingRows, isSuggested, typeOfAttribute } from "./fit.ts";
import { readBase, ruleAdvice, ruleForm } from "./forms.ts";
import { judgeRule, type LiveQuestion } from "./live.server.ts";
import { matchesOf } from "./matches.server.ts";
import type { ProductList, RuleMatches } from "./matches.ts";
import { openLines } from "./merge.ts";
import { nameOfRule } from "./model.ts";
import { rulePath, rulesPath } from "./paths.ts";
import { type RulePreview, toRulePreview } from "./preview.ts";
import { standHash } from "./seen.server.ts";
import { ruleInWords } from "./sentence.ts";
import { withPasted } from "./several.ts";
import { doneWords, type Posted, type Standing, shownAt, standingOf } from "./standing.server.ts";
import { suggestedFor } from "./suggest.server.ts";
import { undoHrefOf } from "./undo.server.ts";
import { toEditedRule } from "./values.ts";

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

const asksAgain = new Set(["__intent__", "__state__", "intent", "agreed"]);
/** What is asked of two versions is asked anew with each. */
const ofMerge = /^(over|choices\[.*)$/;

const typedIn = (form: FormData, without?: RegExp): [name: string, value: string][] =>
  [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !asksAgain.has(name) && !without?.test(name) ? [[name, value]] : [],
  );

function toConflict(
  { rule: current, merge, problems }: Standing,
  { form, values, edited }: Posted,
): RuleConflict {
  const { who, at } = lastSaved(current);
  return {
    who,
    at,
    changes: merge.lines,
    // What differs is marked in the lines below the sentence.
    lines: [
      { label: "In words", theirs: ruleInWords(current), mine: ruleInWords(edited), differs: false },
      ...versionLines(current, edited, shownAt),
    ],
    problems,
    isUnanswered: values.intent === "merge" && values.over === standHash(current) && problems.length === 0,
    typed: typedIn(form, ofMerge),
    over: standHash(current),
  };
}

const toQuestion = (
  { warning, facts, agreed }: LiveQuestion,
  name: string,
  { form, values }: Posted,
): RuleQuestion => ({
  name,
  warning,
  facts,
  agreed,
  intent: values.intent === "merge" || values.intent === "overwrite" ? values.intent : "save",
  typed: typedIn(form),
});

/** The preview of a rule as if it were enabled, over how it stands if it is there already. */
async function previewOf(of: RulesOf, { edited, base, context }: Posted): Promise<RulePreview | ErrorView> {
  const before = base.id === undefined ? undefined : { ...base, id: base.id };
  const made = await attempt(judgeRule(of, before, { ...edited, enabled: true }));
  if (!made.ok) return made.error;
  const { judged, rules } = made.value;
  const place = { alias: of.store.storeAlias, filter: of.filter, attributes: context.attributes };
  return toRulePreview(edited, judged, made.value, rules, place);
}

/** How many products the conditions match, for a form that comes back after 'Update'. */
async function countedIn(
  of: RulesOf,
  { edited }: Posted,
  list: ProductList,
): Promise<{ matches?: RuleMatches }> {
  const counted = await attempt(matchesOf(of, edited.rulesConditionsGroups, list));
  return counted.ok ? { matches: counted.value } : {};
}

const isPreview = (made: RulePreview | ErrorView): made is RulePreview => "products" in made;

/** The rule as it stands, and what there is to ask before it goes live. */
type SaveSlot = { standing?: Standing; live?: LiveQuestion };

/** The deed of 'Save'; `made` is told the id of a rule that was not there yet. */
function saveDeed(
  of: RulesOf,
  id: string | undefined,
  posted: Posted,
  made: (id: string) => void,
): Deed<SaveSlot> {
  const { values, edited } = posted;
  const { user, store, filter } = of;
  const { storeAlias } = store;
  const name = shorten(toText(edited.name), 120);
  const offered = {
    payload: JSON.stringify([standHash(edited), values.intent, values.choices]),
    told: { done: "Saved", what: "", name },
    question: noQuestion,
    slot: {},
  };
  const agreed = { by: values.agreed };
  return {
    user,
    key: JSON.stringify(["rule", storeAlias, id ?? "new", "save"]),
    href: id === undefined ? rulesPath(storeAlias, { query: name }) : rulePath(storeAlias, filter, id),
    async read() {
      if (id === undefined) {
        const { verdict, ...slot } = await createVerdict(of, edited, agreed, made);
        return { ...offered, raw: undefined, slot, verdict };
      }
      const read = await readRule(of, id);
      if ("verdict" in read) return { ...offered, ...read };
      const { raw, rule } = read;
      const standing = standingOf(rule, posted);
      const { merge, problems } = standing;
      const told = {
        done: doneWords(standing),
        what: "",
        name: shorten(nameOfRule({ ...merge.rule, id }), 120),
      };
      const isAsked = openLines(merge).length + problems.length > 0;
      if (isAsked) {
        const verdict: Verdict = { is: "asked", status: 409 };
        return { ...offered, told, raw, slot: { standing }, verdict };
      }
      const { verdict, ...live } = await changeVerdict(of, read, merge.rule, standHash(rule), agreed);
      return { ...offered, told, raw, slot: { standing, ...live }, verdict };
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
  let ruleId = id;
  const deed = saveDeed(of, id, posted, (made) => {
    ruleId = made;
  });
  const first = await runDeed(deed, posted.values.token);
  // Somebody was a moment faster: what they saved is put together with this.
  const isLate = first.is === "failed" && first.problem.code === 409;
  const came = isLate ? await runDeed(deed, tokenToGoOn(posted.values.token, user)) : first;
  switch (came.is) {
    case "done":
      return redirectWithFlash(request, back, [
        ...saidOf(came.told, deed.href, came),
        ...undoLink(ruleId === undefined ? undefined : await undoHrefOf(of, ruleId)),
      ]);
    case "held": {
      const name = { text: came.told.name, href: deed.href };
      return redirectWithFlash(request, back, ["Nothing to save: ", name, " holds this already."]);
    }
    case "asked": {
      const { standing, live } = came.offer.slot;
      if (came.status === 200 && live) {
        const question = toQuestion(live, came.offer.told.name, posted);
        return data({ is: "question", question } satisfies RuleAnswer as RuleAnswer);
      }
      if (standing === undefined) return formAgain(posted);
      const conflict = toConflict(standing, posted);
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

const suggestedIn = (of: RulesOf, { values, context }: Posted) =>
  suggestedFor(of, values, (attribute) => isSuggested(typeOfAttribute(context.attributes, attribute)));

/** The form with a condition for each value that was pasted: they are looked at before anything is saved. */
async function answerPaste(of: RulesOf, posted: Posted) {
  const { groups, added, refused } = withPasted(posted.values.groups);
  const values = { ...posted.values, intent: "edit" as const, groups };
  const why = "Choose first what the last condition looks at, and a comparator that takes a value.";
  return formAgain(
    { ...posted, values },
    {
      advice: {
        ...ruleAdvice(values, posted.context),
        ...Object.fromEntries(refused.map((index) => [`groups[${index}].several`, why])),
      },
      edited: true,
      remade: { added, key: randomUUID() },
      suggested: await suggestedIn(of, { ...posted, values }),
    },
  );
}

/**
 * The answer to everything that the editor posts: a row more or less, a preview, a save, and whose version stays. A
 * save leads back to the list; anything else shows what was typed, which a 401 keeps as well.
 */
export async function answerRuleForm(
  of: RulesOf,
  request: Request,
  id: string | undefined,
  list: ProductList,
) {
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
      const [counted, suggested] = await Promise.all([countedIn(of, posted, list), suggestedIn(of, posted)]);
      const fitting = { ...posted, values: fittingRows(values, context.attributes) };
      return formAgain(fitting, { ...counted, suggested });
    }
    if (values.intent === "edit") return formAgain(posted);
    if (values.groups.some(({ several }) => several.trim() !== "")) return answerPaste(of, posted);
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
