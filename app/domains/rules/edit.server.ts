import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { takeDraft } from "#app/http/drafts.server.ts";
import { knownFields } from "#app/http/forms/names.ts";
import { readForm } from "#app/http/forms/read.ts";
import { tokens } from "#app/http/onceToken.server.ts";

import type { CustomRule } from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import { findRule, listRuleAttributes } from "./api.server.ts";
import { type RuleEditor, type RuleFormValues, type RuleNotShown, toEditorFrame } from "./editor.ts";
import { ruleFields } from "./fields.ts";
import { ruleAdvice } from "./forms.ts";
import { rulePath, rulesPath } from "./paths.ts";
import { type RuleFilter, ruleSearch, ruleView } from "./search.ts";
import { newRule, toRuleValues } from "./values.ts";

/** Whose rules a page is about, who looks at them, and from which list. */
export type RulesOf = { user: User; store: Store; filter: RuleFilter };

/** What a form is checked against; without the store's attributes their types are not checked. */
export async function ruleContext({ user, store }: RulesOf) {
  const attributes = await attempt(listRuleAttributes(user, store));
  return {
    context: {
      attributes: attributes.ok ? attributes.value : [],
      timeZone: env.TIME_ZONE,
      now: Date.now(),
    },
    ...(attributes.ok ? {} : { attributesError: attributes.error }),
  };
}

/** The fields of a posted form, whatever its intent; undefined when it was not sent whole. */
export function readRuleForm(form: FormData) {
  if (knownFields(form, ruleFields) === undefined) return undefined;
  const { payload } = readForm(form, ruleFields, { disableAutoCoercion: true });
  const read = ruleFields.safeParse(payload);
  return read.success ? read.data : undefined;
}

/** The panel of a rule as it is opened, with what was typed before a sign-in put back. */
async function openEditor(of: RulesOf, request: Request, found?: { rule: CustomRule; raw: unknown }) {
  const url = new URL(request.url);
  const { context, attributesError } = await ruleContext(of);
  const place = { alias: of.store.storeAlias, filter: of.filter, tab: ruleView.read(url).tab };
  const draft = await takeDraft(of.user, url.pathname);
  const typed = draft && readRuleForm(draft);
  const values: RuleFormValues = typed ?? {
    ...toRuleValues(found?.rule ?? newRule(of.store), context.timeZone),
    token: tokens.make(of.user),
  };
  return {
    ...toEditorFrame(found?.rule, place, context.now),
    alias: of.store.storeAlias,
    storeName: of.store.storeName,
    values,
    advice: found || typed ? ruleAdvice({ ...values, intent: "save" }, context) : {},
    context,
    restored: typed !== undefined,
    ...(attributesError === undefined ? {} : { attributesError }),
    ...(found && place.tab === "raw" ? { rawText: JSON.stringify(found.raw) } : {}),
  } satisfies RuleEditor;
}

/** The panel of a new rule. */
export const openNewRule = (of: RulesOf, request: Request): Promise<RuleEditor> => openEditor(of, request);

function notShown(of: RulesOf, id: string, why: Partial<RuleNotShown>): RuleNotShown {
  const { storeAlias } = of.store;
  return {
    shown: false,
    title: "Custom Rule",
    closeTo: rulesPath(storeAlias, of.filter),
    retryHref: rulePath(storeAlias, of.filter, id),
    ...why,
  };
}

/** The panel of one rule, or what there is to say in its place. */
export async function openRule(of: RulesOf, request: Request, id: string) {
  const looked = await attempt(findRule(of.user, of.store, id));
  if (!looked.ok) return data(notShown(of, id, { error: looked.error }), { status: 502 });
  const row = looked.value;
  if (!row) {
    const explanation = "This store has no rule with this id. It may have been removed.";
    return data(notShown(of, id, { explanation }), { status: 404 });
  }
  const rawText = JSON.stringify(row.raw);
  if (!row.readable) {
    const explanation = `This rule could not be read, and so cannot be edited: ${row.problem}`;
    return notShown(of, id, { explanation, rawText });
  }
  if (row.row.deleted) return notShown(of, id, { explanation: "This rule was deleted.", rawText });
  return openEditor(of, request, { rule: row.row, raw: row.raw });
}

/** Whose rules, and which list, a request is about. */
export const rulesOf = (user: User, store: Store, request: Request): RulesOf => ({
  user,
  store,
  filter: ruleSearch.read(request.url),
});
