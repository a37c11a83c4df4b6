import { type Availability, type Command, type Offer, refused } from "#app/core/commands/command.server.ts";
import { factsOf, noQuestion, type Question } from "#app/core/commands/command.ts";
import type { CommandPage } from "#app/core/commands/confirm.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { malformedForm } from "#app/core/http/forms/read.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import type { LiveQuestion } from "#app/domains/rules/prices/live.server.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRules, type RulesOf } from "./api.server.ts";
import { readRule, saveAvailability } from "./change.server.ts";
import { earlierVersion, lastSaved, type VersionLine, versionLines } from "./compare.ts";
import { nameOfRule, ruleStateLooks, ruleStateOf } from "./model.ts";
import { type RuleCommand, ruleCommandPath, ruleCommands, rulePath, rulesPath } from "./paths.ts";
import { countOf, readUndo, shownAt, standHash, undoHrefOf } from "./seen.server.ts";
import type { EditedRule } from "./values.ts";

const words = {
  delete: { title: "Delete rule", yes: "Delete rule", verb: "delete", done: "Deleted" },
  restore: { title: "Restore rule", yes: "Restore", verb: "restore", done: "Restored" },
  undo: { title: "Undo", yes: "Undo", verb: "undo the last change of", done: "Undone" },
  enable: { title: "Enable rule", yes: "Enable", verb: "enable", done: "Enabled" },
  disable: { title: "Disable rule", yes: "Disable", verb: "disable", done: "Disabled" },
};
/** A change of the rule as a whole: the Enabled toggle has two directions. */
type Change = keyof typeof words;

function questionOf(rule: CustomRule, change: Change, live: LiveQuestion | undefined): Question {
  const { title, yes, verb } = words[change];
  const { conditions, actions } = countOf(rule);
  const [start, end] = [rule.startDate, rule.endDate].map(shownAt);
  const isRestored = change === "restore";
  return {
    ...noQuestion,
    title,
    sentence: `Are you sure you want to ${verb} ${shorten(nameOfRule(rule), 120)}?`,
    description: isRestored ? "It comes back disabled: it does nothing before it is enabled." : "",
    facts: factsOf([
      ["Store", rule.storeGroup ? shorten(toText(rule.storeGroup), 120) : undefined],
      ["Priority", toText(rule.priority)],
      ["State", isRestored ? undefined : ruleStateLooks[ruleStateOf(rule, Date.now())].label],
      ["Start to end", isRestored ? undefined : `${start} to ${end}`],
      ["Holds", `${conditions}, ${actions}`],
      ...(live?.facts ?? []).map(({ label, value }) => [label, value] as const),
    ]),
    yes,
    no: "Cancel",
    isFinal: change === "delete",
  };
}

const nothingToUndo = refused(
  409,
  "There is nothing to undo: the rule was changed again since, or more than an hour has passed.",
);

/** The rule after a change, for Undo the version `back`. */
function changedBy(change: Change, rule: CustomRule, back: EditedRule | undefined): EditedRule {
  switch (change) {
    case "delete":
      return { ...rule, deleted: true };
    case "restore":
      // As disabled, whatever it was before (rules#restore).
      return rule.deleted ? { ...rule, deleted: false, enabled: false } : rule;
    case "undo":
      return back ? { ...back, id: rule.id } : rule;
    case "enable":
    case "disable":
      return { ...rule, enabled: change === "enable" };
  }
}

const differences = (rule: CustomRule, other: EditedRule | undefined) =>
  other ? versionLines(rule, other, shownAt).filter(({ differs }) => differs) : [];

/** What a form says: the revision of the rule that it showed, the direction of the toggle, and the agreement. */
export type RuleTyped = { seen?: string; enabled?: boolean; agreed?: string };

function typedIn(form: FormData): RuleTyped {
  const textOf = (name: string) => form.get(name)?.toString();
  const enabled = textOf("enabled");
  return {
    seen: textOf("seen") || undefined,
    enabled: enabled === undefined ? undefined : enabled === "1",
    agreed: textOf("agreed"),
  };
}

/** Replaces a dialog whose rule cannot be changed. */
const withoutRule = (
  raw: unknown,
  payload: string,
  name: string,
  editHref: string,
  availability: Availability,
) => ({
  raw,
  payload,
  receipt: { verb: "", object: "", name },
  question: { ...noQuestion, title: "Custom Rule" },
  slot: { seen: "", editHref },
  availability,
});

/** How the store's rules are read, and whether everything to confirm is already on the page. */
type Looking = { list?: typeof listRules; isShown?: boolean };

const versionAt = (rule: CustomRule, seen: string): EditedRule | undefined =>
  earlierVersion(rule, (version) => standHash(version) === seen);

/** The command of the Enabled toggle, of 'Delete rule', Restore or Undo, with the rule as seen by the form. */
export function ruleCommand(
  of: RulesOf,
  id: string,
  to: RuleCommand,
  { seen, enabled, agreed }: RuleTyped = {},
  { list = listRules, isShown = false }: Looking = {},
): Command<RuleSlot> {
  const filter = to === "restore" ? { ...of.filter, deleted: false } : of.filter;
  const editHref = rulePath(of.store.storeAlias, filter, id);
  const payload = to === "toggle" ? `${to} ${enabled === true}` : to;
  return {
    user: of.user,
    key: JSON.stringify(["rule", of.store.storeAlias, id, to]),
    href: editHref,
    async read(): Promise<Offer<RuleSlot>> {
      const read = await readRule(of, id, list, to === "restore");
      if ("availability" in read) return withoutRule(read.raw, payload, id, editHref, read.availability);
      const { raw, rule } = read;
      const name = shorten(nameOfRule(rule), 120);
      const back = to === "undo" ? await readUndo(of, rule) : undefined;
      if (to === "undo" && !back) return withoutRule(raw, payload, name, editHref, nothingToUndo);
      // The direction of a toggle: as the form says, else the opposite of the current state.
      const isOn = enabled ?? !rule.enabled;
      const change = to !== "toggle" ? to : isOn ? "enable" : "disable";
      const changed = changedBy(change, rule, back);
      const { availability, live } = await saveAvailability(of, {
        current: rule,
        changed,
        rows: read.rows,
        seen,
        agreed: isShown ? "as shown" : { by: agreed },
      });
      return {
        raw,
        payload,
        receipt: { verb: words[change].done, object: "", name },
        question: questionOf(rule, change, live),
        slot: {
          seen: standHash(rule),
          editHref,
          enabled: to === "toggle" ? isOn : undefined,
          live: live && { warning: live.warning, agreed: live.agreed },
          back: back && differences(rule, changed),
          changed:
            seen && availability.is === "unconfirmed" && availability.status === 409
              ? { ...lastSaved(rule), lines: differences(rule, versionAt(rule, seen)) }
              : undefined,
        },
        availability,
      };
    },
  };
}

/** The page that asks before one of these commands, or before the Enabled toggle where it has to be confirmed. */
export function ruleCommandPage(of: RulesOf, id: string, command: string): CommandPage<RuleSlot> {
  const to = ruleCommands.find((one) => one === command);
  if (!to) throw notFound(of.user.request);
  const { storeAlias } = of.store;
  return {
    user: of.user,
    commandWith(form) {
      const typed = form && typedIn(form);
      if (typed && typed.seen === undefined) throw malformedForm();
      return ruleCommand(of, id, to, typed);
    },
    unread(form) {
      const { seen = "", enabled }: RuleTyped = form ? typedIn(form) : {};
      return { seen, enabled, editHref: rulePath(storeAlias, of.filter, id) };
    },
    here: ruleCommandPath(to, storeAlias, of.filter, id),
    undoHref: () => undoHrefOf(of, id),
    closeTo: rulesPath(storeAlias, of.filter),
  };
}

type RuleSlot = {
  /** The revision of the rule that the form showed, and the direction of the toggle. */
  seen: string;
  enabled?: boolean;
  editHref: string;
  /** The question before the rule goes live: its effect, and the form field of the agreement. */
  live?: { warning: string; agreed: string };
  /** The version that an Undo restores, next to the current one. */
  back?: VersionLine[];
  /** Another person changed it in between: who, and how it differs from what the form showed, if its history tells. */
  changed?: { who: string; at: string; lines: VersionLine[] };
};
