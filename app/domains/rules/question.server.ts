import { createHash, randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formatDateTime } from "#app/ui/time.ts";
import { toText } from "#app/values/read.ts";
import { plural, shorten } from "#app/values/show.ts";
import type { CustomRule } from "#contract/rules.ts";
import { findRule } from "./api.server.ts";
import { standOf, type VersionLine } from "./compare.ts";
import type { RulesOf } from "./edit.server.ts";
import { lastSaved } from "./editor.ts";
import { shownMoment } from "./list.ts";
import { nameOfRule, ruleStateLooks, ruleStateOf } from "./model.ts";
import { rulePath, rulesPath } from "./paths.ts";
import type { RuleQuestion } from "./question.ts";
import { changeRule, standHash } from "./write.server.ts";

/** What a list or a dialog showed of a rule, small enough to go with every row. */
const seenRule = z.object({
  stand: z.string(),
  name: z.string(),
  priority: z.string(),
  start: z.string(),
  end: z.string(),
  enabled: z.boolean(),
  conditions: z.string(),
  actions: z.string(),
});
type SeenRule = z.output<typeof seenRule>;

const markOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 12);

/** A rule's stand, and as much of it as can be shown beside a later one. */
export const seenOf = (rule: CustomRule): string =>
  JSON.stringify({
    stand: standHash(rule),
    name: shorten(toText(rule.name), 120),
    priority: toText(rule.priority),
    start: shownMoment(rule.startDate),
    end: shownMoment(rule.endDate),
    enabled: rule.enabled,
    conditions: markOf(standOf({ ...rule, actions: [], ...unnamed })),
    actions: markOf(standOf({ ...rule, rulesConditionsGroups: [], ...unnamed })),
  } satisfies SeenRule);

/** Sets aside what a mark of conditions or actions is not about. */
const unnamed = { name: "", enabled: false, deleted: false, priority: 0, startDate: null, endDate: null };

function readSeen(text: unknown): SeenRule | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const read = seenRule.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

const shownAt = (moment: string): string => (moment === "" ? "–" : formatDateTime(moment, env.TIME_ZONE));

const countOf = (rule: CustomRule) => ({
  conditions: plural(
    rule.rulesConditionsGroups.flatMap(({ rulesConditions }) => rulesConditions).length,
    "condition",
    "conditions",
  ),
  actions: plural(rule.actions.length, "action", "actions"),
});

/** The rule as it was seen beside the rule as it stands. */
function linesOf(seen: SeenRule, current: CustomRule): VersionLine[] {
  const now = readSeen(seenOf(current)) ?? seen;
  const line = (label: string, mine: string, theirs: string): VersionLine => ({
    label,
    mine,
    theirs,
    differs: mine !== theirs,
  });
  const yesNo = (flag: boolean) => (flag ? "Yes" : "No");
  const counts = countOf(current);
  const inner = (label: string, count: string, same: boolean): VersionLine => ({
    label,
    mine: same ? count : "as you saw them",
    theirs: same ? count : `${count}, changed since`,
    differs: !same,
  });
  return [
    line("Name", seen.name, now.name),
    line("Priority", seen.priority, now.priority),
    line("Start Date", shownAt(seen.start), shownAt(now.start)),
    line("End Date", shownAt(seen.end), shownAt(now.end)),
    line("Enabled", yesNo(seen.enabled), yesNo(now.enabled)),
    inner("Conditions", counts.conditions, seen.conditions === now.conditions),
    inner("Actions", counts.actions, seen.actions === now.actions),
  ];
}

/** What is done to one rule: `enabled` by the Enabled toggle, or `deleted` by 'Delete rule'. */
export type RuleDeed = { deed: "delete" } | { deed: "toggle"; enabled: boolean };

type Words = { title: string; yes: string; question: (name: string) => string; done: string };

function wordsOf(deed: RuleDeed): Words {
  if (deed.deed === "delete") {
    return {
      title: "Delete rule",
      yes: "Delete rule",
      question: (name) => `Are you sure you want to delete ${name}?`,
      done: "Deleted",
    };
  }
  const verb = deed.enabled ? "Enable" : "Disable";
  return {
    title: `${verb} rule`,
    yes: verb,
    question: (name) => `Are you sure you want to ${verb.toLowerCase()} ${name}?`,
    done: `${verb}d`,
  };
}

const changeOf =
  (deed: RuleDeed) =>
  (rule: CustomRule): CustomRule =>
    deed.deed === "delete" ? { ...rule, deleted: true } : { ...rule, enabled: deed.enabled };

function aboutOf(rule: CustomRule): string[] {
  const { conditions, actions } = countOf(rule);
  const state = ruleStateLooks[ruleStateOf(rule, Date.now())].label;
  const [start, end] = [shownMoment(rule.startDate), shownMoment(rule.endDate)].map(shownAt);
  return [
    `Priority ${toText(rule.priority) || "–"}, ${state}, ${conditions}, ${actions}`,
    `${start} to ${end}`,
  ];
}

function ask(of: RulesOf, rule: CustomRule, deed: RuleDeed, more: Partial<RuleQuestion> = {}): RuleQuestion {
  const { title, yes, question } = wordsOf(deed);
  const { storeAlias } = of.store;
  return {
    title,
    yes,
    question: question(shorten(nameOfRule(rule), 120)),
    about: aboutOf(rule),
    fields: {
      seen: seenOf(rule),
      token: randomUUID(),
      ...(deed.deed === "toggle" ? { enabled: deed.enabled ? "1" : "0" } : {}),
    },
    closeTo: rulesPath(storeAlias, of.filter),
    editHref: rulePath(storeAlias, of.filter, rule.id),
    ...more,
  };
}

function refuse(
  of: RulesOf,
  id: string,
  refusal: string | undefined,
  problem?: RuleQuestion["problem"],
): RuleQuestion {
  const { storeAlias } = of.store;
  return {
    title: "Custom Rule",
    yes: "",
    question: "",
    about: [],
    fields: { seen: "", token: "" },
    closeTo: rulesPath(storeAlias, of.filter),
    editHref: rulePath(storeAlias, of.filter, id),
    ...(refusal === undefined ? {} : { refusal }),
    ...(problem === undefined ? {} : { problem }),
  };
}

const notThere = "This store has no such rule any more.";

async function readRule(
  of: RulesOf,
  id: string,
): Promise<{ rule: CustomRule } | { instead: RuleQuestion; status: number }> {
  const looked = await attempt(findRule(of.user, of.store, id));
  if (!looked.ok) return { instead: refuse(of, id, undefined, looked.error), status: 502 };
  const row = looked.value;
  if (!row || (row.readable && row.row.deleted)) return { instead: refuse(of, id, notThere), status: 404 };
  if (row.readable) return { rule: row.row };
  return {
    instead: refuse(of, id, `This rule could not be read, and so is left alone: ${row.problem}`),
    status: 422,
  };
}

/** The dialog as it opens at its own URL. The toggle's asks for the other state than the present one. */
export async function openQuestion(of: RulesOf, id: string, deed: RuleDeed["deed"]) {
  const read = await readRule(of, id);
  if (!("rule" in read)) return data(read.instead, { status: read.status });
  return data(ask(of, read.rule, deed === "delete" ? { deed } : { deed, enabled: !read.rule.enabled }));
}

/**
 * Does it, if the rule still stands as it was seen: the rule is read again, the one field changed, the whole
 * posted (decisions, Custom rules). Else the dialog shows what changed and asks again.
 */
export async function answerQuestion(of: RulesOf, request: Request, id: string, asked: RuleDeed["deed"]) {
  const form = await request.formData();
  const seen = readSeen(form.get("seen"));
  const token = form.get("token");
  const deed: RuleDeed =
    asked === "delete" ? { deed: asked } : { deed: asked, enabled: form.get("enabled") === "1" };
  if (!seen || typeof token !== "string")
    throw new Response("The form was not sent whole. Open the rule again.", { status: 400 });
  const back = rulesPath(of.store.storeAlias, of.filter);
  const words = wordsOf(deed);
  const written = await changeRule(of, id, {
    seen: seen.stand,
    token,
    change: changeOf(deed),
  });
  const at = formatDateTime(new Date(), env.TIME_ZONE);
  switch (written.is) {
    case "saved":
      return redirectWithFlash(request, back, `${words.done}: ${seen.name}, ${at}`);
    case "same":
      return redirectWithFlash(
        request,
        back,
        `Already ${words.done.toLowerCase()}: ${seen.name}. Nothing was sent.`,
      );
    case "gone":
      return data(refuse(of, id, notThere), { status: 404 });
    case "conflict": {
      if (written.current.deleted) return data(refuse(of, id, notThere), { status: 404 });
      const changed = { ...lastSaved(written.current), lines: linesOf(seen, written.current) };
      return data(ask(of, written.current, deed, { changed }), { status: 409 });
    }
    case "failed": {
      const { problem } = written;
      const read = await readRule(of, id);
      const status = problem.code >= 400 && problem.code <= 599 ? problem.code : 502;
      if (!("rule" in read)) return data(read.instead, { status: read.status });
      return data(ask(of, read.rule, deed, { problem }), { status });
    }
  }
}
