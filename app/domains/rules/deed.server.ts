import type { DeedPage } from "#app/domains/actions/confirm.server.ts";
import type { Deed, Offer, Verdict } from "#app/domains/actions/deed.server.ts";
import { factsOf, noQuestion, type Question } from "#app/domains/actions/deed.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { CustomRule, CustomRuleToSave } from "#contract/rules.ts";
import { findRule, postRule } from "./api.server.ts";
import { isSameRule } from "./compare.ts";
import type { RuleSlot } from "./deed.ts";
import type { RulesOf } from "./edit.server.ts";
import { lastSaved } from "./editor.ts";
import { shownMoment } from "./list.ts";
import { nameOfRule, ruleStateLooks, ruleStateOf } from "./model.ts";
import { deleteRulePath, rulePath, rulesPath, toggleRulePath } from "./paths.ts";
import { countOf, linesOf, readSeen, seenOf, shownAt, standHash } from "./seen.server.ts";
import { noteRuleChange } from "./today.server.ts";
import type { EditedRule } from "./values.ts";

const refused = (status: 404 | 422, words: string): Verdict => ({ is: "refused", status, words });

/** Saves a rule that is not there yet, once for the same content. */
export const createVerdict = (of: RulesOf, rule: EditedRule): Verdict => ({
  is: "offered",
  send: async (token) => {
    await postRule(of.user, rule, token);
    await noteRuleChange(of, undefined, rule);
    return {};
  },
});

/**
 * What may become of a change to a rule: the whole is posted if the rule still stands as `seen` says (rules#together);
 * undefined where nobody has seen it before. A server that keeps versions also refuses what was saved in between.
 */
export function changeVerdict(
  of: RulesOf,
  current: CustomRule,
  changed: EditedRule,
  seen: string | undefined,
): Verdict {
  if (isSameRule(current, changed)) return { is: "held" };
  const stand = standHash(current);
  if (seen !== undefined && seen !== stand) return { is: "asked", status: 409 };
  const { id, version, history } = current;
  const rule: CustomRuleToSave = {
    ...changed,
    id,
    history,
    version,
    ...(typeof version === "number" ? { ifVersion: version } : {}),
  };
  return {
    is: "offered",
    send: async (token) => {
      await postRule(of.user, rule, token);
      await noteRuleChange(of, current, changed);
      return {};
    },
  };
}

type FindRule = typeof findRule;
type RuleRead = { raw: unknown; rule: CustomRule } | { raw: unknown; verdict: Verdict };

/** One rule as it stands, or why nothing is done to it. Throws ApiError. */
export async function readRule(of: RulesOf, id: string, find: FindRule = findRule): Promise<RuleRead> {
  const row = await find(of.user, of.store, id);
  if (!row || (row.readable && row.row.deleted)) {
    return { raw: row?.raw, verdict: refused(404, "This store no longer has this rule.") };
  }
  if (row.readable) return { raw: row.raw, rule: row.row };
  const words = `This rule could not be read, and so is left alone: ${row.problem}`;
  return { raw: row.raw, verdict: refused(422, words) };
}

/** What is done to a rule as a whole: `enabled` by the Enabled toggle, or `deleted` by 'Delete rule'. */
type Change = { to: "delete" } | { to: "toggle"; enabled: boolean };

function wordsOf(change: Change): { title: string; yes: string; verb: string; done: string } {
  if (change.to === "delete") {
    return { title: "Delete rule", yes: "Delete rule", verb: "delete", done: "Deleted" };
  }
  const yes = change.enabled ? "Enable" : "Disable";
  return { title: `${yes} rule`, yes, verb: yes.toLowerCase(), done: `${yes}d` };
}

function questionOf(rule: CustomRule, change: Change): Question {
  const { title, yes, verb } = wordsOf(change);
  const { conditions, actions } = countOf(rule);
  const [start, end] = [shownMoment(rule.startDate), shownMoment(rule.endDate)].map(shownAt);
  return {
    ...noQuestion,
    title,
    sentence: `Are you sure you want to ${verb} ${shorten(nameOfRule(rule), 120)}?`,
    facts: factsOf([
      ["Store", rule.storeGroup ? shorten(toText(rule.storeGroup), 120) : undefined],
      ["Priority", toText(rule.priority)],
      ["State", ruleStateLooks[ruleStateOf(rule, Date.now())].label],
      ["Start to end", `${start} to ${end}`],
      ["Holds", `${conditions}, ${actions}`],
    ]),
    yes,
    no: "Cancel",
    isFinal: change.to === "delete",
  };
}

/** Which way a toggle goes: as the form says, else to the opposite of the present state. */
const changeOf = (to: Change["to"], rule: CustomRule, enabled: unknown): Change =>
  to === "delete" ? { to } : { to, enabled: typeof enabled === "string" ? enabled === "1" : !rule.enabled };

const payloadOf = (to: Change["to"], form: FormData | undefined): string =>
  to === "delete" ? to : `${to} ${form?.get("enabled") === "1"}`;

/** The deed of the Enabled toggle or of 'Delete rule', with the rule as `form` says that it was seen. */
export function ruleDeed(
  of: RulesOf,
  id: string,
  to: Change["to"],
  form: FormData | undefined,
  find: FindRule = findRule,
): Deed<RuleSlot> {
  const editHref = rulePath(of.store.storeAlias, of.filter, id);
  const seen = readSeen(form?.get("seen"));
  return {
    user: of.user,
    key: JSON.stringify(["rule", of.store.storeAlias, id, to]),
    href: editHref,
    async read(): Promise<Offer<RuleSlot>> {
      const read = await readRule(of, id, find);
      if ("verdict" in read) {
        const { raw, verdict } = read;
        const told = { done: "", what: "", name: seen?.name ?? id };
        const question = { ...noQuestion, title: "Custom Rule" };
        const payload = payloadOf(to, form);
        return { raw, payload, told, question, slot: { seen: "", editHref }, verdict };
      }
      const { raw, rule } = read;
      const change = changeOf(to, rule, form?.get("enabled"));
      const changed =
        change.to === "delete" ? { ...rule, deleted: true } : { ...rule, enabled: change.enabled };
      const verdict = changeVerdict(of, rule, changed, seen?.stand);
      return {
        raw,
        payload: payloadOf(to, form),
        told: { done: wordsOf(change).done, what: "", name: shorten(nameOfRule(rule), 120) },
        question: questionOf(rule, change),
        slot: {
          seen: seenOf(rule),
          editHref,
          ...(change.to === "toggle" ? { enabled: change.enabled ? "1" : "0" } : {}),
          ...(seen && verdict.is === "asked"
            ? { changed: { ...lastSaved(rule), lines: linesOf(seen, rule) } }
            : {}),
        },
        verdict,
      };
    },
  };
}

/** The page that asks before a rule is deleted, or switched after another person changed it. */
export function ruleDeedPage(of: RulesOf, id: string, to: Change["to"]): DeedPage<RuleSlot> {
  const { storeAlias } = of.store;
  return {
    user: of.user,
    deedWith(form) {
      if (form && !readSeen(form.get("seen"))) {
        throw new Response("The form was not sent whole. Open the rule again.", { status: 400 });
      }
      return ruleDeed(of, id, to, form);
    },
    unread: (form) => {
      const [seen, enabled] = [form?.get("seen"), form?.get("enabled")];
      return {
        seen: typeof seen === "string" ? seen : "",
        ...(enabled === "1" || enabled === "0" ? { enabled } : {}),
        editHref: rulePath(storeAlias, of.filter, id),
      };
    },
    here: (to === "delete" ? deleteRulePath : toggleRulePath)(storeAlias, of.filter, id),
    closeTo: rulesPath(storeAlias, of.filter),
  };
}
