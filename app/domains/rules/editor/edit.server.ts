import { data } from "@remix-run/node";
import { listRuleAttributes, listRules, type RulesOf, ruleIn } from "#app/domains/rules/api.server.ts";
import { ruleFields } from "#app/domains/rules/fields.ts";
import { ruleAdvice } from "#app/domains/rules/forms.ts";
import {
  newRulePath,
  restoreRulePath,
  ruleCopy,
  rulePath,
  rulesPath,
  ruleView,
} from "#app/domains/rules/paths.ts";
import { placeOptions } from "#app/domains/rules/prices/place.ts";
import { ruleRef, ruleState } from "#app/domains/rules/record.server.ts";
import { type EditedRule, newRule, toRuleValues } from "#app/domains/rules/values.ts";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { takeDraft } from "#app/http/drafts.server.ts";
import { knownFields } from "#app/http/forms/names.ts";
import { readForm } from "#app/http/forms/read.ts";
import { tokens } from "#app/http/once.server.ts";
import { notesOf } from "#app/notes/viewModel.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule } from "#contract/rules.ts";
import { type ListStores, readCopy } from "./copy.server.ts";
import {
  type RuleEditor,
  type RuleFormValues,
  type RuleNotShown,
  type ShownCopy,
  toEditorFrame,
} from "./editor.ts";
import { shownAt } from "./standing.server.ts";

/** The context of a form's validation; without the store's attributes their types are not checked. */
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

/** The fields of a posted form, whatever its intent; undefined if it is incomplete. */
export function readRuleForm(form: FormData) {
  if (knownFields(form, ruleFields) === undefined) return undefined;
  const { payload } = readForm(form, ruleFields, { disableAutoCoercion: true });
  const read = ruleFields.safeParse(payload);
  return read.success ? read.data : undefined;
}

/** The rule that the panel opens with: an existing one, a copy, or an empty one. */
type Opened = {
  /** The store's rules, if already read. */
  rows?: readonly WireRow<CustomRule>[];
  found?: { rule: CustomRule; raw: unknown };
  copied?: { rule: EditedRule; copy: ShownCopy };
};

/** The store's rules; none if they cannot be read: a rule can be written without them. */
async function rowsOrNone({ user, store }: RulesOf): Promise<readonly WireRow<CustomRule>[]> {
  const rows = await attempt(listRules(user, store));
  return rows.ok ? rows.value : [];
}

/** The panel of a rule when it opens, with values restored after a sign-in. */
async function openEditor(of: RulesOf, request: Request, opened: Opened) {
  const { found, copied } = opened;
  const url = new URL(request.url);
  const [{ context, attributesError }, rows] = await Promise.all([
    ruleContext(of),
    opened.rows ?? rowsOrNone(of),
  ]);
  const place = { alias: of.store.storeAlias, filter: of.filter, tab: ruleView.read(url).tab };
  const draft = await takeDraft(of.user, url.pathname);
  const typed = draft && readRuleForm(draft);
  const values: RuleFormValues = typed ?? {
    ...toRuleValues(found?.rule ?? copied?.rule ?? newRule(of.store), context.timeZone),
    token: tokens.make(of.user),
  };
  return {
    ...toEditorFrame(found?.rule, place, context.now, shownAt),
    alias: of.store.storeAlias,
    storeName: of.store.storeName,
    values,
    advice: found || copied || typed ? ruleAdvice({ ...values, intent: "save" }, context) : {},
    context,
    places: placeOptions(
      rows.flatMap((row) => (row.readable ? [row.row] : [])),
      found?.rule.id,
    ),
    restored: typed !== undefined,
    ...(copied ? { copy: copied.copy } : {}),
    attributesError,
    ...(found && place.tab === "raw" ? { rawText: JSON.stringify(found.raw) } : {}),
  } satisfies RuleEditor;
}

function notShown(of: RulesOf, retryHref: string, why: Partial<RuleNotShown>): RuleNotShown {
  const closeTo = rulesPath(of.store.storeAlias, of.filter);
  return { shown: false, title: "Custom Rule", closeTo, retryHref, ...why };
}

/** The panel of a new rule, which may be a copy of another one; or why it can't be copied. */
export async function openNewRule(of: RulesOf, request: Request, listStores: ListStores) {
  const query = ruleCopy.read(request.url);
  if (query.copy === "") return openEditor(of, request, {});
  const copied = await readCopy(of, query, listStores);
  if ("rule" in copied) return openEditor(of, request, { copied });
  const here = newRulePath(of.store.storeAlias, of.filter, query);
  return data(notShown(of, here, copied), { status: "error" in copied ? 502 : 404 });
}

/** The panel of one rule, or the error in its place. */
export async function openRule(of: RulesOf, request: Request, id: string) {
  const here = rulePath(of.store.storeAlias, of.filter, id);
  const looked = await attempt(listRules(of.user, of.store));
  if (!looked.ok) return data(notShown(of, here, { error: looked.error }), { status: 502 });
  const rows = looked.value;
  const row = ruleIn(rows, id);
  if (!row) {
    const explanation = "This store has no rule with this id. It may have been removed.";
    return data(notShown(of, here, { explanation }), { status: 404 });
  }
  const rawText = JSON.stringify(row.raw);
  if (!row.readable) {
    const explanation = `This rule could not be read, and so cannot be edited: ${row.problem}`;
    return notShown(of, here, { explanation, rawText });
  }
  if (row.row.deleted) {
    const restoreHref = restoreRulePath(of.store.storeAlias, of.filter, id);
    return notShown(of, here, { explanation: "This rule was deleted.", rawText, restoreHref });
  }
  const editor = await openEditor(of, request, { rows, found: { rule: row.row, raw: row.raw } });
  const back = rulePath(of.store.storeAlias, of.filter, id, editor.tab);
  return { ...editor, notes: await notesOf(of.user, ruleRef(of.store.storeAlias, id), back, ruleState) };
}
