import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { type Availability, type Command, runCommand } from "#app/core/commands/command.server.ts";
import { noQuestion } from "#app/core/commands/command.ts";
import { saidOf, undoLink } from "#app/core/commands/confirm.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/core/http/drafts.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, malformedForm, readForm } from "#app/core/http/forms/read.ts";
import { readToken, tokenToGoOn } from "#app/core/http/once.server.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import type { RulesOf } from "#app/domains/rules/api.server.ts";
import { readRule, saveAvailability } from "#app/domains/rules/change.server.ts";
import { isSameRule } from "#app/domains/rules/compare.ts";
import { rulePath, rulesPath } from "#app/domains/rules/paths.ts";
import { typesOf } from "#app/domains/rules/prices/evaluate.ts";
import {
  judgeRule,
  type LiveQuestion,
  listRuleProducts,
  matchesOf,
  storeValues,
} from "#app/domains/rules/prices/live.server.ts";
import type { ProductList } from "#app/domains/rules/prices/matches.ts";
import { toRulePreview } from "#app/domains/rules/prices/preview.ts";
import { standHash, undoHrefOf } from "#app/domains/rules/seen.server.ts";
import { readBase, ruleAdvice, ruleForm, toEditedRule } from "#app/domains/rules/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import {
  formAgain,
  type Posted,
  type RuleAnswer,
  readRuleForm,
  refusedView,
  ruleContext,
  toConflict,
  toQuestion,
} from "./edit.server.ts";
import { fittingRows, isSuggested, typeOfAttribute, withPasted } from "./editor.ts";

/** The version that another person saved meanwhile, and the question before the rule goes live. */
type SaveSlot = { theirs?: CustomRule; live?: LiveQuestion };

/** Whether another person changed the rule since it was opened, and nobody has chosen between the two versions. */
const isConflict = (current: CustomRule, { values, base, edited }: Posted): boolean =>
  !isSameRule(current, base) &&
  !isSameRule(current, edited) &&
  !(values.intent === "overwrite" && values.over === standHash(current));

/** The command of 'Save'; `made` receives the id of a new rule. */
function saveCommand(
  of: RulesOf,
  id: string | undefined,
  posted: Posted,
  made: (id: string) => void,
): Command<SaveSlot> {
  const { values, edited } = posted;
  const { user, store, filter } = of;
  const { storeAlias } = store;
  const name = shorten(toText(edited.name), 120);
  const offered = {
    payload: JSON.stringify([standHash(edited), values.intent, values.over]),
    receipt: { verb: "Saved", object: "", name },
    question: noQuestion,
    slot: {},
  };
  return {
    user,
    key: JSON.stringify(["rule", storeAlias, id ?? "new", "save"]),
    href: id === undefined ? rulesPath(storeAlias, { query: name }) : rulePath(storeAlias, filter, id),
    async read() {
      const save = { changed: edited, agreed: { by: values.agreed }, made };
      if (id === undefined) {
        const { availability, ...slot } = await saveAvailability(of, save);
        return { ...offered, raw: undefined, slot, availability };
      }
      const read = await readRule(of, id);
      if ("availability" in read) return { ...offered, ...read };
      const { raw, rule: current, rows } = read;
      if (isConflict(current, posted)) {
        const availability: Availability = { is: "unconfirmed", status: 409 };
        return { ...offered, raw, slot: { theirs: current }, availability };
      }
      const { availability, ...slot } = await saveAvailability(of, { ...save, current, rows });
      return { ...offered, raw, slot, availability };
    },
  };
}

/** Saves the typed rule and redirects to the list; else returns the form, or a question. */
async function answerSave(of: RulesOf, request: Request, id: string | undefined, posted: Posted) {
  const { store, filter, user } = of;
  const back = rulesPath(store.storeAlias, filter);
  let ruleId = id;
  const command = saveCommand(of, id, posted, (made) => {
    ruleId = made;
  });
  const first = await runCommand(command, posted.values.token);
  // Somebody was a moment faster: their version is shown.
  const isLate = first.is === "failed" && first.problem.code === 409;
  const result = isLate ? await runCommand(command, tokenToGoOn(posted.values.token, user)) : first;
  switch (result.is) {
    case "done":
      return redirectWithFlash(request, back, [
        ...saidOf(result.receipt, command.href, result),
        ...undoLink(ruleId === undefined ? undefined : await undoHrefOf(of, ruleId)),
      ]);
    case "alreadyDone": {
      const name = { text: result.receipt.name, href: command.href };
      return redirectWithFlash(request, back, ["Nothing to save: ", name, " holds this already."]);
    }
    case "unconfirmed": {
      const { theirs, live } = result.offer.slot;
      if (result.status === 200 && live) {
        const question = toQuestion(live, result.offer.receipt.name, posted);
        return data({ is: "question", question } satisfies RuleAnswer as RuleAnswer);
      }
      if (theirs === undefined) return formAgain(posted);
      const conflict = toConflict(theirs, posted);
      return data({ is: "conflict", conflict } satisfies RuleAnswer as RuleAnswer, { status: 409 });
    }
    case "refused":
      return formAgain(
        posted,
        { problem: refusedView(user.correlationId, result.status, result.words) },
        result.status,
      );
    case "unread": {
      const problem: ErrorView = { ...result.problem, write: "notSent" };
      return formAgain(posted, { problem }, failureStatus(problem));
    }
    case "failed": {
      const values = { ...posted.values, token: tokenToGoOn(posted.values.token, user) };
      return formAgain({ ...posted, values }, { problem: result.problem }, failureStatus(result.problem));
    }
  }
}

/** The preview of a rule as if enabled, compared with the current rule if there is one. Throws ApiError. */
async function previewOf(of: RulesOf, { edited, base, context }: Posted) {
  const before = base.id === undefined ? undefined : { ...base, id: base.id };
  const after = { ...edited, enabled: true };
  const { judged, ...notRead } = await judgeRule(of, before, after, { read: listRuleProducts });
  const place = { alias: of.store.storeAlias, filter: of.filter, types: typesOf(context.attributes) };
  return toRulePreview(edited, judged, notRead, place);
}

/** The values for the attributes of a form's rows; none if the products cannot be read. */
async function suggestedIn(of: RulesOf, { values: { groups, actions }, context }: Posted) {
  const rows = [...groups.flatMap(({ conditions }) => conditions), ...actions];
  const names = [...new Set(rows.map(({ attribute }) => attribute))].filter((name) =>
    isSuggested(typeOfAttribute(context.attributes, name)),
  );
  const read = await attempt(storeValues(of, names));
  return read.ok ? read.value : {};
}

/** The form with one condition per pasted value, for review before anything is saved. */
async function answerPaste(of: RulesOf, posted: Posted) {
  const { groups, added, refused } = withPasted(posted.values.groups);
  const values = { ...posted.values, intent: "edit" as const, groups };
  const why = "Choose first what the last condition looks at, and a comparator that takes a value.";
  const isEmpty = groups.every(({ several }) => several.trim() === "") && added === 0;
  const nothing = isEmpty
    ? groups.map((_, index) => [`groups[${index}].several`, "Paste the values first."])
    : [];
  return formAgain(
    { ...posted, values },
    {
      advice: {
        ...ruleAdvice(values, posted.context),
        ...Object.fromEntries([...nothing, ...refused.map((index) => [`groups[${index}].several`, why])]),
      },
      edited: true,
      remade: { added, key: randomUUID() },
      suggested: await suggestedIn(of, { ...posted, values }),
    },
  );
}

/**
 * The response to every post of the editor: adding or removing a row, a preview, a save, and the choice between
 * versions. A save redirects to the list; anything else returns the typed values, which also survive a 401.
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
  if (!values || !base || base.id !== id || readToken(form) === undefined) throw malformedForm();
  const path = new URL(request.url).pathname;
  const { store, filter, user } = of;
  const answered = await keepingDraft(user, path, form, async () => {
    const { context } = await ruleContext(of);
    const edited = toEditedRule(values, base, context.timeZone);
    const posted: Posted = { form, values, base, edited, context };
    const submission = readForm(form, ruleForm(context), { disableAutoCoercion: true });
    if (submission.status === undefined) {
      const [counted, suggested] = await Promise.all([
        attempt(matchesOf(of, edited.rulesConditionsGroups, list)),
        suggestedIn(of, posted),
      ]);
      const fitting = { ...posted, values: fittingRows(values, context.attributes) };
      return formAgain(fitting, { matches: counted.ok ? counted.value : undefined, suggested });
    }
    if (values.intent === "edit") return formAgain(posted);
    // Pasted values are reviewed before anything is saved, whichever button was pressed.
    if (values.intent === "paste" || values.groups.some(({ several }) => several.trim() !== ""))
      return answerPaste(of, posted);
    if (values.intent === "theirs")
      return id === undefined ? formAgain(posted) : redirect(rulePath(store.storeAlias, filter, id));
    if (submission.status === "error") return formAgain(posted, {}, 400);
    if (values.intent !== "preview") return answerSave(of, request, id, posted);
    const made = await attempt(previewOf(of, posted));
    return made.ok
      ? formAgain(posted, { preview: made.value })
      : formAgain(posted, { problem: made.error }, failureStatus(made.error));
  });
  // The response contains the typed values: no draft is needed, and no later page should find one.
  await takeDraft(user, path);
  return answered;
}
