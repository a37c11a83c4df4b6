import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

/** Whether a field differs from its rendered value. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const chosen = options.find((option) => option.defaultSelected) ?? options[0];
    return field.value !== chosen?.value;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  return ["checkbox", "radio"].includes(field.type)
    ? field.name !== "" && field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

const subscribeToNothing = () => () => undefined;

/**
 * Repeats, as soon as the page listens, the events of the fields of a form that somebody changed before. In a form that
 * was rendered in the browser nobody can have, and its controlled selects have no default option to compare with.
 */
export function useEarlierChanges(form: RefObject<HTMLFormElement>): void {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const wasRenderedByServer = useRef(isHydrating);
  useEffect(() => {
    if (!wasRenderedByServer.current) return;
    for (const field of [...(form.current?.elements ?? [])].filter(isChanged))
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }, [form]);
}
