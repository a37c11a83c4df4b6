/** Whether a field differs from its rendered value. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const chosen = options.find((option) => option.defaultSelected) ?? options[0];
    return field.value !== chosen?.value;
  }
  if (!(field instanceof HTMLInputElement)) return false;
  return ["checkbox", "radio"].includes(field.type)
    ? field.name !== "" && field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** Whether somebody has changed a field of a form, also before the page listened. */
export const hasChanges = (form: HTMLFormElement | null): boolean =>
  [...(form?.elements ?? [])].some(isChanged);
