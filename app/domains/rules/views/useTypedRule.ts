import { parseWithZod } from "@conform-to/zod/v4";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type RuleValues, ruleFields } from "#app/domains/rules/values.ts";

/** Pause in typing before the form is read, in milliseconds. */
const pauseMs = 150;

function readForm(form: HTMLFormElement): RuleValues | undefined {
  const { payload } = parseWithZod(new FormData(form), { schema: ruleFields, disableAutoCoercion: true });
  const read = ruleFields.safeParse(payload);
  return read.success ? read.data : undefined;
}

/** The current values of a rule's form, updated as fields and rows change. `within` is inside the form. */
export function useTypedRule<Values extends object>(
  opened: Values,
): { within: RefObject<HTMLDivElement>; typed: Values | RuleValues } {
  const within = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<{ over: Values; typed: RuleValues }>();
  useEffect(() => {
    const form = within.current?.closest("form");
    if (!form) return;
    let timer = 0;
    const look = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        const typed = readForm(form);
        if (typed) setSeen({ over: opened, typed });
      }, pauseMs);
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
