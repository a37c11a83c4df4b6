import { data } from "@remix-run/node";
import { type Availability, type Command, runCommand } from "#app/confirm/command.server.ts";
import { noQuestion } from "#app/confirm/command.ts";
import { saidOf, undoLink } from "#app/confirm/confirm.server.ts";
import type { RulesOf } from "#app/domains/rules/api.server.ts";
import { changeAvailability, createAvailability, readRule } from "#app/domains/rules/change.server.ts";
import { isSameRule } from "#app/domains/rules/compare.ts";
import { rulePath, rulesPath } from "#app/domains/rules/paths.ts";
import { shiftsInWords } from "#app/domains/rules/place.server.ts";
import type { LiveQuestion } from "#app/domains/rules/prices/live.server.ts";
import { standHash } from "#app/domains/rules/seen.server.ts";
import { undoHrefOf } from "#app/domains/rules/undo.server.ts";
import { failureStatus } from "#app/http/apiError.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { tokenToGoOn } from "#app/http/once.server.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { RuleAnswer } from "./editor.ts";
import { formAgain, refusedView, toConflict, toQuestion } from "./formAgain.server.ts";
import type { Posted } from "./standing.server.ts";

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
  const shifts = posted.placed?.shifts ?? [];
  const name = shorten(toText(edited.name), 120);
  const offered = {
    payload: JSON.stringify([standHash(edited), values.intent, values.over]),
    receipt: { verb: `Saved${shiftsInWords(shifts)}`, object: "", name },
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
        const { availability, ...slot } = await createAvailability(of, edited, agreed, shifts, made);
        return { ...offered, raw: undefined, slot, availability };
      }
      const read = await readRule(of, id);
      if ("availability" in read) return { ...offered, ...read };
      const { raw, rule } = read;
      if (isConflict(rule, posted)) {
        const availability: Availability = { is: "asked", status: 409 };
        return { ...offered, raw, slot: { theirs: rule }, availability };
      }
      const { availability, ...slot } = await changeAvailability(
        of,
        read,
        edited,
        standHash(rule),
        agreed,
        shifts,
      );
      return { ...offered, raw, slot, availability };
    },
  };
}

/**
 * Saves the typed rule and redirects to the list; else returns the form, or the question about two
 * versions or about going live.
 */
export async function answerSave(of: RulesOf, request: Request, id: string | undefined, posted: Posted) {
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
    case "asked": {
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
