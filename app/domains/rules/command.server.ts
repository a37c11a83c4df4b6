import { type Availability, type Command, type Offer, refused } from "#app/confirm/command.server.ts";
import { factsOf, noQuestion, type Question } from "#app/confirm/command.ts";
import type { CommandPage } from "#app/confirm/confirm.server.ts";
import type { LiveQuestion } from "#app/domains/rules/prices/live.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { malformedForm } from "#app/http/forms/read.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRules, type RulesOf } from "./api.server.ts";
import { readRule, saveAvailability } from "./change.server.ts";
import { earlierVersion, lastSaved, type VersionLine, versionLines } from "./compare.ts";
import { nameOfRule, ruleStateLooks, ruleStateOf } from "./model.ts";
import { ruleCommandPath, ruleCommands, rulePath, rulesPath } from "./paths.ts";
import { countOf, readUndo, shownAt, standHash, undoHrefOf } from "./seen.server.ts";
import type { EditedRule } from "./values.ts";

/**
 * A change of the rule as a whole: `enabled` by the Enabled toggle, `deleted` by 'Delete rule', which Restore takes back,
 * or the version before by Undo.
 */
type Change =
  | { to: "delete" | "restore" }
  | { to: "toggle"; enabled: boolean }
  | { to: "undo"; back: EditedRule };

const fixedWords = {
  delete: { title: "Delete rule", yes: "Delete rule", verb: "delete", done: "Deleted" },
  restore: { title: "Restore rule", yes: "Restore", verb: "restore", done: "Restored" },
  undo: { title: "Undo", yes: "Undo", verb: "undo the last change of", done: "Undone" },
};

function wordsOf(change: Change): { title: string; yes: string; verb: string; done: string } {
  if (change.to !== "toggle") return fixedWords[change.to];
  const yes = change.enabled ? "Enable" : "Disable";
  return { title: `${yes} rule`, yes, verb: yes.toLowerCase(), done: `${yes}d` };
}

function questionOf(rule: CustomRule, change: Change, live: LiveQuestion | undefined): Question {
  const { title, yes, verb } = wordsOf(change);
  const { conditions, actions } = countOf(rule);
  const [start, end] = [rule.startDate, rule.endDate].map(shownAt);
  const isRestored = change.to === "restore";
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
      ...(live?.facts ?? []).map(({ label, value }): [string, string] => [label, value]),
    ]),
    yes,
    no: "Cancel",
    isFinal: change.to === "delete",
  };
}

const nothingToUndo = refused(
  409,
  "There is nothing to undo: the rule was changed again since, or more than an hour has passed.",
);

/** The direction of a toggle: as the form says, else the opposite of the current state. */
async function changeOf(
  of: RulesOf,
  to: Change["to"],
  rule: CustomRule,
  enabled: unknown,
): Promise<Change | Availability> {
  if (to === "delete" || to === "restore") return { to };
  if (to === "toggle") return { to, enabled: typeof enabled === "string" ? enabled === "1" : !rule.enabled };
  const back = await readUndo(of, rule);
  return back ? { to, back } : nothingToUndo;
}

function changedBy(change: Change, rule: CustomRule): EditedRule {
  switch (change.to) {
    case "delete":
      return { ...rule, deleted: true };
    case "restore":
      // As disabled, whatever it was before (rules#restore).
      return rule.deleted ? { ...rule, deleted: false, enabled: false } : rule;
    case "toggle":
      return { ...rule, enabled: change.enabled };
    case "undo":
      return { ...change.back, id: rule.id };
  }
}

const payloadOf = (to: Change["to"], form: FormData | undefined): string =>
  to === "toggle" ? `${to} ${form?.get("enabled") === "1"}` : to;

const differences = (rule: CustomRule, other: EditedRule | undefined) =>
  other ? versionLines(rule, other, shownAt).filter(({ differs }) => differs) : [];

/** The revision of the rule that a form showed; undefined for a form without one. */
function seenIn(form: FormData | undefined): string | undefined {
  const seen = form?.get("seen");
  return typeof seen === "string" && seen !== "" ? seen : undefined;
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
  to: Change["to"],
  form: FormData | undefined,
  { list = listRules, isShown = false }: Looking = {},
): Command<RuleSlot> {
  const filter = to === "restore" ? { ...of.filter, deleted: false } : of.filter;
  const editHref = rulePath(of.store.storeAlias, filter, id);
  const seen = seenIn(form);
  const payload = payloadOf(to, form);
  return {
    user: of.user,
    key: JSON.stringify(["rule", of.store.storeAlias, id, to]),
    href: editHref,
    async read(): Promise<Offer<RuleSlot>> {
      const read = await readRule(of, id, list, to === "restore");
      if ("availability" in read) return withoutRule(read.raw, payload, id, editHref, read.availability);
      const { raw, rule } = read;
      const name = shorten(nameOfRule(rule), 120);
      const change = await changeOf(of, to, rule, form?.get("enabled"));
      if ("is" in change) return withoutRule(raw, payload, name, editHref, change);
      const changed = changedBy(change, rule);
      const agreed = isShown ? "as shown" : { by: form?.get("agreed") };
      const { availability, live } = await saveAvailability(of, {
        current: rule,
        changed,
        rows: read.rows,
        seen,
        agreed,
      });
      return {
        raw,
        payload,
        receipt: { verb: wordsOf(change).done, object: "", name },
        question: questionOf(rule, change, live),
        slot: {
          seen: standHash(rule),
          editHref,
          enabled: change.to === "toggle" ? (change.enabled ? "1" : "0") : undefined,
          live: live && { warning: live.warning, agreed: live.agreed },
          back: change.to === "undo" ? differences(rule, changed) : undefined,
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
      if (form && seenIn(form) === undefined) throw malformedForm();
      return ruleCommand(of, id, to, form);
    },
    unread: (form) => {
      const enabled = form?.get("enabled");
      return {
        seen: seenIn(form) ?? "",
        enabled: enabled === "1" || enabled === "0" ? enabled : undefined,
        editHref: rulePath(storeAlias, of.filter, id),
      };
    },
    here: ruleCommandPath(to, storeAlias, of.filter, id),
    undoHref: () => undoHrefOf(of, id),
    closeTo: rulesPath(storeAlias, of.filter),
  };
}

type RuleSlot = {
  /** The revision of the rule that the form showed, and the direction of the toggle. */
  seen: string;
  enabled?: "1" | "0";
  editHref: string;
  /** The question before the rule goes live: its effect, and the form field of the agreement. */
  live?: { warning: string; agreed: string };
  /** The version that an Undo restores, next to the current one. */
  back?: VersionLine[];
  /** Another person changed it in between: who, and how it differs from what the form showed, if its history tells. */
  changed?: { who: string; at: string; lines: VersionLine[] };
};
