import { parseWithZod } from "@conform-to/zod/v4";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { RuleEditor, RuleFormValues } from "#app/domains/rules/editor/editor.ts";
import { ruleMatchesPath } from "#app/domains/rules/paths.ts";
import {
  maxAskedLength,
  type RuleMatches,
  ruleMatches,
  toAskedGroups,
  unknownMatches,
} from "#app/domains/rules/prices/matches.ts";
import { ruleInWords } from "#app/domains/rules/sentence.ts";
import { type RuleValues, readBase, ruleFields, toEditedRule } from "#app/domains/rules/values.ts";

/** Pause in typing before the form is read, in milliseconds. */
const readPauseMs = 150;

function readForm(form: HTMLFormElement): RuleValues | undefined {
  const { payload } = parseWithZod(new FormData(form), { schema: ruleFields, disableAutoCoercion: true });
  return ruleFields.safeParse(payload).data;
}

/** The current values of a rule's form, updated as fields and rows change. `within` is inside the form. */
function useTypedRule(opened: RuleFormValues) {
  const within = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<{ over: RuleFormValues; typed: RuleFormValues }>();
  useEffect(() => {
    const form = within.current?.closest("form");
    if (!form) return;
    let timer = 0;
    const look = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        const typed = readForm(form);
        if (typed) setSeen({ over: opened, typed });
      }, readPauseMs);
    };
    // Rows are added and removed by buttons, without a key press in any field.
    const rows = new MutationObserver(look);
    rows.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ["name"] });
    form.addEventListener("input", look);
    return () => {
      window.clearTimeout(timer);
      rows.disconnect();
      form.removeEventListener("input", look);
    };
  }, [opened]);
  return { within, typed: seen?.over === opened ? seen.typed : opened };
}

const pauseMs = 500;

/** The portal's own JSON at an address; undefined for any other answer, such as the page to sign in. */
export async function ask<S extends z.ZodType>(href: string, schema: S, signal: AbortSignal) {
  const answer = await fetch(href, { signal, headers: { Accept: "application/json" } });
  if (answer.redirected || !answer.headers.get("Content-Type")?.includes("json")) return undefined;
  return schema.safeParse(await answer.json()).data;
}

/** The matches of the conditions, requested when typing pauses; `before` is the last known result. */
function useMatches(alias: string, groups: string, counted: RuleMatches | undefined) {
  const [shown, setShown] = useState<{ groups: string; matches: RuleMatches }>();
  useEffect(() => {
    if (groups.length > maxAskedLength) return;
    const asking = new AbortController();
    const timer = window.setTimeout(() => {
      ask(ruleMatchesPath(alias, groups), ruleMatches, asking.signal).then(
        (matches = unknownMatches) => setShown({ groups, matches }),
        (problem: unknown) => {
          if (asking.signal.aborted) return;
          setShown({ groups, matches: unknownMatches });
          if (!(problem instanceof TypeError)) throw problem;
        },
      );
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      asking.abort();
    };
  }, [alias, groups]);
  return { matches: shown?.groups === groups ? shown.matches : counted, before: shown?.matches };
}

type Props = {
  editor: Pick<RuleEditor, "alias" | "context">;
  values: RuleFormValues;
  /** The number of products matching the initial values, if the server counted them. */
  counted: RuleMatches | undefined;
};

/** The rule in one sentence, and how many products match, while it is typed (rules#in-words, rules#matches). */
export function RuleInWords({ editor: { alias, context }, values, counted }: Props) {
  const { within, typed } = useTypedRule(values);
  const base = readBase(typed.base);
  const known = typed === values ? counted : undefined;
  const { matches, before } = useMatches(alias, toAskedGroups(typed.groups), known);
  const link = matches ?? before;
  return (
    <div ref={within} className="space-y-1">
      {base && (
        <p className="text-sm font-normal text-ink-soft wrap-anywhere">
          {ruleInWords(toEditedRule({ ...typed, intent: "save" }, base, context.timeZone))}
        </p>
      )}
      {/* Space is reserved during a recount: the form below must not move. */}
      <p className="text-ink-faint min-h-[1lh] max-sm:min-h-[3lh]" aria-live="polite">
        {link ? (
          <span className={matches ? undefined : "invisible"}>
            {link.words || link.note} {link.href !== "" && <a href={link.href}>Show them in Meta Products</a>}
            {link.words !== "" && link.note}
          </span>
        ) : (
          <span className="without-scripting">'Update' beside a row counts the products that match.</span>
        )}
      </p>
    </div>
  );
}
