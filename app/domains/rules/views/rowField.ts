/** Name and errors of a form field. */
export type RowField = { name: string; errors?: string[] | undefined };

/** The texts of a field: its label, errors and advice. */
export const textsOf = ({ name, errors }: RowField, label: string, advice: string | undefined) => ({
  label,
  name,
  errors,
  advice,
});

/** The current value of a form field. */
export function textIn(form: HTMLFormElement | null, name: string): string {
  const held = form?.elements.namedItem(name);
  return held instanceof HTMLInputElement || held instanceof HTMLSelectElement ? held.value : "";
}

/** ID of the datalist of values suggested for an attribute. */
export const valuesId = (attribute: string): string => `values-${encodeURIComponent(attribute)}`;
