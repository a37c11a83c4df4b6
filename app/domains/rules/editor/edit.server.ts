import { data } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { env } from "#app/core/env.server.ts";
import { takeDraft } from "#app/core/http/drafts.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { knownFields, readForm } from "#app/core/http/forms/read.ts";
import { tokens } from "#app/core/http/once.server.ts";
import { newRuleLabel, ruleTabs } from "#app/core/specification/stores.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { findStore, readableStores } from "#app/core/stores/model.ts";
import { shorten } from "#app/core/values/values.ts";
import { listRuleAttributes, listRules, type RulesOf, ruleIn } from "#app/domains/rules/api.server.ts";
import { isSameRule, lastSaved, toHistoryView, versionLines } from "#app/domains/rules/compare.ts";
import { nameOfRule, ruleInWords, ruleStateOf } from "#app/domains/rules/model.ts";
import {
  newRulePath,
  type RuleCopy,
  ruleCommandPath,
  ruleCopy,
  rulePath,
  ruleSearch,
  rulesPath,
  ruleView,
} from "#app/domains/rules/paths.ts";
import type { LiveQuestion } from "#app/domains/rules/prices/live.server.ts";
import { ruleRef, ruleState } from "#app/domains/rules/record.server.ts";
import { shownAt, standHash } from "#app/domains/rules/seen.server.ts";
import {
  type EditedRule,
  newRule,
  type RuleContext,
  type RuleValues,
  ruleAdvice,
  ruleFields,
  ruleForm,
  toRuleValues,
} from "#app/domains/rules/values.ts";
import { notesOf } from "#app/features/notes/notes.server.ts";
import type { NotesView } from "#app/features/notes/notes.ts";
import { maxRuleNameLength } from "#contract/ruleProblems.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import type { RuleFormAnswer, RuleFormValues } from "./editor.ts";

const mark = " (copy)";

/** The initial copy of a rule in `store`: disabled, not deleted, with '(copy)' in its name. */
function copyOfRule(
  rule: CustomRule,
  { storeName, storeType }: Pick<Store, "storeName" | "storeType">,
): EditedRule {
  const { id: _, version: __, history: ___, ...stored } = rule;
  return {
    ...stored,
    name: `${nameOfRule(rule).slice(0, maxRuleNameLength - mark.length)}${mark}`,
    enabled: false,
    deleted: false,
    storeGroup: storeName,
    storeName,
    storeType,
  };
}

/** Why there is no editor: a failed call, or that its rule is not there to edit. */
type Missing = { error?: ErrorView; explanation?: string; rawText?: string; restoreHref?: string };

/** The copy requested by a URL (rules#duplicate), and the stores of the same type that it may go to instead. */
async function readCopy(of: RulesOf, { copy: id, from }: RuleCopy) {
  const missing = (why: Missing) => why;
  const { user, store, filter } = of;
  const stores = await attempt(listStores(user));
  if (!stores.ok) return missing({ error: stores.error });
  const source = from === "" ? store : findStore(stores.value, from);
  if (!source) return missing({ explanation: "There is no such store to copy a rule from." });
  if (source.storeType !== store.storeType)
    return missing({ explanation: "A rule can be copied into stores of the same type only." });
  const rows = await attempt(listRules(user, source));
  if (!rows.ok) return missing({ error: rows.error });
  const found = ruleIn(rows.value, id);
  if (!found) return missing({ explanation: "The store has no rule with this id to copy." });
  if (!found.readable) {
    const explanation = `This rule could not be read, and so cannot be copied: ${found.problem}`;
    return missing({ explanation });
  }
  const others = readableStores(stores.value).filter(
    ({ storeType, storeAlias }) => storeType === store.storeType && storeAlias !== store.storeAlias,
  );
  const hrefIn = ({ storeAlias }: Store) => {
    const place = storeAlias === store.storeAlias ? filter : ruleSearch.every;
    return newRulePath(storeAlias, place, {
      copy: id,
      from: storeAlias === source.storeAlias ? "" : source.storeAlias,
    });
  };
  return {
    rule: copyOfRule(found.row, store),
    copy: {
      name: shorten(nameOfRule(found.row), 120),
      from: source.storeName,
      to: store.storeName,
      others: others.map((other) => ({ name: other.storeName, href: hrefIn(other) })),
    },
  };
}

/** A posted form of the editor, and the rule that results from applying it to the opened one. */
export type Posted = {
  form: FormData;
  values: RuleValues;
  base: EditedRule;
  edited: EditedRule;
  context: RuleContext;
};

/** The response to a post of the form that is not saved: the form again, or a question before saving. */
export type RuleAnswer =
  | RuleFormAnswer
  | { is: "conflict"; conflict: RuleConflict }
  | { is: "question"; question: RuleQuestion };

export function formAgain(
  { form, values, base, edited, context }: Posted,
  more: Partial<RuleFormAnswer> = {},
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

/** The version that another person saved meanwhile next to one's own. */
export function toConflict(theirs: CustomRule, { form, edited }: Posted) {
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
    /** The choice applies to this revision of the other version, not to a later one. */
    over: standHash(theirs),
  };
}
export type RuleConflict = ReturnType<typeof toConflict>;

/** The question before the typed rule goes live. */
export const toQuestion = (
  { warning, facts, agreed }: LiveQuestion,
  name: string,
  { form, values }: Posted,
) => ({
  name,
  warning,
  facts,
  /** The form field of the agreement, and the intent to continue with. */
  agreed,
  intent: values.intent === "overwrite" ? "overwrite" : "save",
  typed: typedIn(form),
});
export type RuleQuestion = ReturnType<typeof toQuestion>;

export const refusedView = (correlationId: string, code: number, words: string): ErrorView => ({
  statusLine: code === 404 ? "Not Found" : "Unprocessable Content",
  code,
  message: words,
  correlationId,
  advice: "What you typed is still here: take a note of it, then make a new rule.",
  write: "notSent",
});

/** The context of a form's validation; without the store's attributes their types are not checked. */
export async function ruleContext({ user, store }: RulesOf) {
  const attributes = await attempt(listRuleAttributes(user, store));
  return {
    context: {
      attributes: attributes.ok ? attributes.value : [],
      timeZone: env.TIME_ZONE,
      now: Date.now(),
    },
    attributesError: attributes.ok ? undefined : attributes.error,
  };
}

/** The fields of a posted form, whatever its intent; undefined if it is incomplete. */
export function readRuleForm(form: FormData) {
  if (knownFields(form, ruleFields) === undefined) return undefined;
  return ruleFields.safeParse(readForm(form, ruleFields, { disableAutoCoercion: true }).payload).data;
}

/** The rule that the panel opens with: an existing one, a copy, or an empty one. */
type Opened = {
  found?: { rule: CustomRule; raw: unknown };
  copied?: Extract<Awaited<ReturnType<typeof readCopy>>, { rule: EditedRule }>;
};

const tabs = [
  { key: "details", label: ruleTabs.details },
  { key: "raw", label: ruleTabs.raw },
  { key: "history", label: "History" },
] as const;

/** The panel of a rule when it opens, with values restored after a sign-in. */
async function openEditor(of: RulesOf, request: Request, opened: Opened) {
  const { found, copied } = opened;
  const rule = found?.rule;
  const { storeAlias: alias, storeName } = of.store;
  const url = new URL(request.url);
  const { context, attributesError } = await ruleContext(of);
  const tab = rule ? ruleView.read(url).tab : "details";
  const draft = await takeDraft(of.user, url.pathname);
  const typed = draft && readRuleForm(draft);
  const values: RuleFormValues = typed ?? {
    ...toRuleValues(rule ?? copied?.rule ?? newRule(of.store), context.timeZone),
    token: tokens.make(of.user),
  };
  return {
    isShown: true as const,
    title: rule ? shorten(nameOfRule(rule), 300) : newRuleLabel,
    state: rule && ruleStateOf(rule, context.now),
    closeTo: rulesPath(alias, of.filter),
    deleteHref: rule && ruleCommandPath("delete", alias, of.filter, rule.id),
    duplicateHref: rule && newRulePath(alias, of.filter, { copy: rule.id }),
    tab,
    // Details and Raw Data come first (rules#editor).
    tabs: rule ? tabs.map((one) => ({ ...one, href: rulePath(alias, of.filter, rule.id, one.key) })) : [],
    history: rule && tab === "history" ? toHistoryView(rule, shownAt) : [],
    /** The saved rule in one sentence; empty for a new one. */
    inWords: rule ? ruleInWords(rule) : "",
    alias,
    storeName,
    values,
    advice: found || copied || typed ? ruleAdvice({ ...values, intent: "save" }, context) : {},
    context,
    /** The values were restored from an earlier input. */
    restored: typed !== undefined,
    copy: copied?.copy,
    /** The attributes could not be read: the chosen ones are not validated. */
    attributesError,
    rawText: found && tab === "raw" ? JSON.stringify(found.raw) : undefined,
  };
}
export type RuleEditor = Awaited<ReturnType<typeof openEditor>> & { notes?: NotesView };

function unavailable(of: RulesOf, retryHref: string, why: Missing) {
  const closeTo = rulesPath(of.store.storeAlias, of.filter);
  return { isShown: false as const, title: "Custom Rule", closeTo, retryHref, ...why };
}
export type RuleUnavailable = ReturnType<typeof unavailable>;

/** The panel of a new rule, which may be a copy of another one; or why it can't be copied. */
export async function openNewRule(of: RulesOf, request: Request) {
  const query = ruleCopy.read(request.url);
  if (query.copy === "") return openEditor(of, request, {});
  const copied = await readCopy(of, query);
  if ("rule" in copied) return openEditor(of, request, { copied });
  const here = newRulePath(of.store.storeAlias, of.filter, query);
  return data(unavailable(of, here, copied), { status: "error" in copied ? 502 : 404 });
}

export async function openRule(of: RulesOf, request: Request, id: string) {
  const here = rulePath(of.store.storeAlias, of.filter, id);
  const looked = await attempt(listRules(of.user, of.store));
  if (!looked.ok) return data(unavailable(of, here, { error: looked.error }), { status: 502 });
  const row = ruleIn(looked.value, id);
  if (!row) {
    const explanation = "This store has no rule with this id. It may have been removed.";
    return data(unavailable(of, here, { explanation }), { status: 404 });
  }
  const rawText = JSON.stringify(row.raw);
  if (!row.readable) {
    const explanation = `This rule could not be read, and so cannot be edited: ${row.problem}`;
    return unavailable(of, here, { explanation, rawText });
  }
  if (row.row.deleted) {
    const restoreHref = ruleCommandPath("restore", of.store.storeAlias, of.filter, id);
    return unavailable(of, here, { explanation: "This rule was deleted.", rawText, restoreHref });
  }
  const editor = await openEditor(of, request, { found: { rule: row.row, raw: row.raw } });
  const back = rulePath(of.store.storeAlias, of.filter, id, editor.tab);
  return { ...editor, notes: await notesOf(of.user, ruleRef(of.store.storeAlias, id), back, ruleState) };
}
