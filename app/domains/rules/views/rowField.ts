/** What a field of the form is called, and what is wrong with it. */
export type RowField = { name: string; errors?: string[] | undefined };

/** The texts of a field: its label, what is wrong with it and what is worth a look. */
export const textsOf = ({ name, errors }: RowField, label: string, advice: string | undefined) => ({
  label,
  name,
  errors,
  advice,
});

/** What a field of a form holds now, typed or chosen. */
export function textIn(form: HTMLFormElement | null, name: string): string {
  const held = form?.elements.namedItem(name);
  return held instanceof HTMLInputElement || held instanceof HTMLSelectElement ? held.value : "";
}

/** The id of the list of values that are suggested for an attribute. */
export const valuesId = (attribute: string): string => `values-${encodeURIComponent(attribute)}`;
