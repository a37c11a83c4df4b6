import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formatDateTime } from "#app/ui/time.ts";
import { toText } from "#app/values/read.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRules, listSampleProducts } from "./api.server.ts";
import { isSameRule, versionLines } from "./compare.ts";
import { type RulesOf, readRuleForm, ruleContext } from "./edit.server.ts";
import { lastSaved, type RuleAnswer, type RuleConflict } from "./editor.ts";
import { type RuleContext, type RuleValues, readBase, ruleAdvice, ruleForm } from "./forms.ts";
import { shownMoment } from "./list.ts";
import { rulePath, rulesPath } from "./paths.ts";
import { type RulePreview, toRulePreview } from "./preview.ts";
import { type EditedRule, toEditedRule } from "./values.ts";
import { changeRule, createRule, standHash, type Written } from "./write.server.ts";

type Posted = {
  form: FormData;
  values: RuleValues;
  base: EditedRule;
  edited: EditedRule;
  context: RuleContext;
};

const failureStatus = ({ code }: ErrorView): number => (code >= 400 && code <= 599 ? code : 502);

/** The form again, with everything as it was typed. */
function formAgain(
  { form, values, base, edited, context }: Posted,
  more: Partial<Extract<RuleAnswer, { is: "form" }>> = {},
  status = 200,
) {
  const submission = parseWithZod(form, { schema: ruleForm(context), disableAutoCoercion: true });
  const isAsked = values.intent !== "edit" && submission.status !== "success";
  const { initialValue: _, ...lastResult } = submission.reply();
  return data(
    {
      is: "form",
      values,
      advice: ruleAdvice(values, context),
      lastResult: isAsked ? lastResult : undefined,
      edited: !isSameRule(base, edited),
      ...more,
    } satisfies RuleAnswer as RuleAnswer,
    { status },
  );
}

const asksAgain = new Set(["__intent__", "__state__", "intent", "over"]);

const shownAt = (value: CustomRule["startDate"]): string => {
  const at = shownMoment(value);
  return at === "" ? "–" : formatDateTime(at, env.TIME_ZONE);
};

function toConflict(current: CustomRule, { form, edited }: Posted): RuleConflict {
  const { who, at } = lastSaved(current);
  return {
    who,
    at,
    lines: versionLines(current, edited, shownAt),
    typed: [...form].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !asksAgain.has(name) ? [[name, value]] : [],
    ),
    over: standHash(current),
  };
}

async function previewOf(of: RulesOf, { edited, context }: Posted): Promise<RulePreview | ErrorView> {
  const [sample, others] = await Promise.all([
    attempt(listSampleProducts(of.user, of.store)),
    attempt(listRules(of.user, of.store)),
  ]);
  if (!sample.ok) return sample.error;
  if (!others.ok) return others.error;
  const { attributes } = context;
  const place = { alias: of.store.storeAlias, filter: of.filter, attributes };
  return toRulePreview(edited, sample.value, others.value, place);
}

const isPreview = (made: RulePreview | ErrorView): made is RulePreview => "products" in made;

const write = (of: RulesOf, id: string | undefined, { values, base, edited }: Posted): Promise<Written> =>
  id === undefined
    ? createRule(of, edited, values.token)
    : changeRule(of, id, {
        seen: values.intent === "overwrite" ? values.over : standHash(base),
        token: values.token,
        change: () => edited,
      });

const goneView = (correlationId: string): ErrorView => ({
  statusLine: "Not Found",
  code: 404,
  message: "The rule is not there any more, so nothing was saved.",
  correlationId,
  advice: "What you typed is still here: take a note of it, then make a new rule.",
});

async function answerWrite(of: RulesOf, request: Request, posted: Posted, written: Written) {
  const { store, filter, user } = of;
  const back = rulesPath(store.storeAlias, filter);
  const at = formatDateTime(new Date(), env.TIME_ZONE);
  const name = toText(posted.edited.name);
  switch (written.is) {
    case "saved":
      return redirectWithFlash(request, back, `Saved: ${name}, ${at}`);
    case "same":
      return redirectWithFlash(request, back, `Nothing to save: ${name} holds this already.`);
    case "conflict":
      return data(
        { is: "conflict", conflict: toConflict(written.current, posted) } satisfies RuleAnswer as RuleAnswer,
        { status: 409 },
      );
    case "gone":
      return formAgain(posted, { problem: goneView(user.correlationId) }, 404);
    case "failed":
      return formAgain(posted, { problem: written.problem }, failureStatus(written.problem));
  }
}

/**
 * The answer to everything that the editor posts: a row more or less, a preview, a save, and whose version
 * stays. A save leads back to the list; anything else shows what was typed. A refused sign-in keeps it, too.
 */
export async function answerRuleForm(of: RulesOf, request: Request, id: string | undefined) {
  const form = await request.formData();
  const values = readRuleForm(form);
  const base = values && readBase(values.base);
  if (!values || !base || base.id !== id) {
    throw new Response("The form was not sent whole. Open the rule again.", { status: 400 });
  }
  const path = new URL(request.url).pathname;
  const { store, filter, user } = of;
  const answered = await keepingDraft(user, path, form, async () => {
    const { context } = await ruleContext(of);
    const edited = toEditedRule(values, base, context.timeZone);
    const posted: Posted = { form, values, base, edited, context };
    const submission = parseWithZod(form, { schema: ruleForm(context), disableAutoCoercion: true });
    if (submission.status === undefined || values.intent === "edit") return formAgain(posted);
    if (values.intent === "theirs" && id !== undefined)
      return redirect(rulePath(store.storeAlias, filter, id));
    if (submission.status === "error") return formAgain(posted, {}, 400);
    if (values.intent === "preview") {
      const made = await previewOf(of, posted);
      return isPreview(made)
        ? formAgain(posted, { preview: made })
        : formAgain(posted, { problem: made }, failureStatus(made));
    }
    return answerWrite(of, request, posted, await write(of, id, posted));
  });
  // The page that comes now holds what was typed: it needs no draft, and no later page shall find one.
  await takeDraft(user, path);
  return answered;
}
