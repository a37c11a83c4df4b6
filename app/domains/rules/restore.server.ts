import type { Availability, Offer } from "#app/confirm/command.server.ts";
import { factsOf, noQuestion, type Question } from "#app/confirm/command.ts";
import type { CommandPage } from "#app/confirm/confirm.server.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import { findRule, postRule, type RulesOf } from "./api.server.ts";
import type { RuleSlot } from "./command.ts";
import { nameOfRule } from "./model.ts";
import { restoreRulePath, rulePath, rulesPath } from "./paths.ts";
import { countOf } from "./seen.server.ts";
import { noteRuleChange } from "./today.server.ts";

function questionOf(rule: CustomRule): Question {
  const { conditions, actions } = countOf(rule);
  return {
    ...noQuestion,
    title: "Restore rule",
    sentence: `Are you sure you want to restore ${shorten(nameOfRule(rule), 120)}?`,
    description: "It comes back disabled: it does nothing before it is enabled.",
    facts: factsOf([
      ["Store", rule.storeGroup ? shorten(toText(rule.storeGroup), 120) : undefined],
      ["Priority", toText(rule.priority)],
      ["Holds", `${conditions}, ${actions}`],
    ]),
    yes: "Restore",
    no: "Cancel",
  };
}

/** The availability of a rule's restoring: it is restored disabled, whatever it was before (rules#restore). */
function availabilityOf(of: RulesOf, rule: CustomRule): Availability {
  if (!rule.deleted) return { is: "alreadyDone" };
  const restored = { ...rule, deleted: false, enabled: false };
  const { version } = rule;
  return {
    is: "offered",
    send: async (token) => {
      await postRule(
        of.user,
        { ...restored, ...(typeof version === "number" ? { ifVersion: version } : {}) },
        token,
      );
      await noteRuleChange(of, rule, restored);
      return {};
    },
  };
}

/** The confirmation page before a deleted rule is restored. */
export function restoreRulePage(of: RulesOf, id: string): CommandPage<RuleSlot> {
  const { user, store, filter } = of;
  const alias = store.storeAlias;
  const slot: RuleSlot = { seen: "", editHref: rulePath(alias, filter, id) };
  return {
    user,
    commandWith: () => ({
      user,
      key: JSON.stringify(["rule", alias, id, "restore"]),
      href: rulePath(alias, { ...filter, deleted: false }, id),
      async read(): Promise<Offer<RuleSlot>> {
        const row = await findRule(user, store, id);
        const receipt = { verb: "Restored", object: "", name: id };
        const payload = "restore";
        if (row?.readable) {
          const rule = row.row;
          const name = shorten(nameOfRule(rule), 120);
          const availability = availabilityOf(of, rule);
          return {
            raw: row.raw,
            payload,
            receipt: { ...receipt, name },
            question: questionOf(rule),
            slot,
            availability,
          };
        }
        const question = { ...noQuestion, title: "Restore rule" };
        const availability: Availability = row
          ? { is: "refused", status: 422, words: `This rule could not be read: ${row.problem}` }
          : { is: "refused", status: 404, words: "This store has no rule with this id." };
        return { raw: row?.raw, payload, receipt, question, slot, availability };
      },
    }),
    unread: () => slot,
    here: restoreRulePath(alias, filter, id),
    closeTo: rulesPath(alias, filter),
  };
}
