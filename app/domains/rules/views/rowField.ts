/** What a field of the form is called, and what is wrong with it. */
export type RowField = { name: string; errors?: string[] | undefined };

/** The texts of a field: its label, what is wrong with it and what is worth a look. */
export const textsOf = ({ name, errors }: RowField, label: string, advice: string | undefined) => ({
  label,
  name,
  errors,
  advice,
});
