export type RowField = { name: string; errors?: string[] | undefined };

export const textsOf = ({ name, errors }: RowField, label: string, advice: string | undefined) => ({
  label,
  name,
  errors,
  advice,
});

export function textIn(form: HTMLFormElement | null, name: string): string {
  const held = form?.elements.namedItem(name);
  return held instanceof HTMLInputElement || held instanceof HTMLSelectElement ? held.value : "";
}

export const valuesId = (attribute: string): string => `values-${encodeURIComponent(attribute)}`;
