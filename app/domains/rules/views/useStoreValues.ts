import { type FocusEvent, useEffect, useRef, useState } from "react";
import { isSuggested, typeOfAttribute } from "#app/domains/rules/editor/editor.ts";
import { ruleValuesPath } from "#app/domains/rules/paths.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";

type StoreValues = Record<string, string[]>;

/** No schema: the values are our own, and every byte is loaded by the page. */
function readValues(body: unknown, attribute: string): string[] {
  if (typeof body !== "object" || body === null || !("values" in body)) return [];
  const { values } = body;
  const found = typeof values === "object" && values !== null ? Reflect.get(values, attribute) : undefined;
  return Array.isArray(found) ? found.filter((value) => typeof value === "string") : [];
}

async function ask(alias: string, attribute: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(ruleValuesPath(alias, attribute), {
    signal,
    headers: { Accept: "application/json" },
  });
  const isOurs = answer.ok && !answer.redirected && answer.headers.get("Content-Type")?.includes("json");
  return isOurs ? readValues(await answer.json(), attribute) : [];
}

/** The attribute of a field's row, from the select in the same row. */
function attributeOfRow(field: EventTarget | null): string {
  const row = field instanceof HTMLInputElement ? field.closest(".row") : null;
  const select = row?.querySelector("select");
  return select instanceof HTMLSelectElement ? select.value : "";
}

/**
 * The values of the store's products by attribute: those that came with the page, and those of a
 * row being edited, requested once. Nothing is suggested without a response.
 */
export function useStoreValues(
  alias: string,
  attributes: readonly CustomRuleAttribute[],
  known: StoreValues | undefined,
) {
  const [values, setValues] = useState<StoreValues>(known ?? {});
  const requested = useRef(new Set(Object.keys(known ?? {})));
  const leaving = useRef<AbortController>();
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  function onFocus({ target }: FocusEvent<HTMLFormElement>) {
    const attribute = attributeOfRow(target);
    const { current: controller } = leaving;
    if (!controller || requested.current.has(attribute)) return;
    if (!isSuggested(typeOfAttribute(attributes, attribute))) return;
    requested.current.add(attribute);
    ask(alias, attribute, controller.signal).then(
      (found) => setValues((others) => ({ ...others, [attribute]: found })),
      (problem: unknown) => {
        // The page was left, or the network is down: the next row requests it again.
        requested.current.delete(attribute);
        if (!controller.signal.aborted && !(problem instanceof TypeError)) throw problem;
      },
    );
  }
  return { values, onFocus };
}
