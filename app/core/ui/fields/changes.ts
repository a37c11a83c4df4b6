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

/** The fields of a form that somebody has changed, also before hydration. */
export const changedFields = (form: HTMLFormElement | null): Element[] =>
  [...(form?.elements ?? [])].filter(isChanged);
