export type Option = { value: string; label: string };

/** The text of the closed control: the chosen labels, or that nothing is filtered; `none` if nothing is chosen. */
export function choiceText(options: Option[], selected: string[], none = "All"): string {
  const chosen = options.filter((option) => selected.includes(option.value));
  if (chosen.length === 0) return none;
  if (chosen.length === options.length) return "All";
  return chosen.length > 2 ? `${chosen.length} selected` : chosen.map((option) => option.label).join(", ");
}

/** Every chosen value is offered, including those missing from the options, so that it can be deselected. */
export const withChosen = (options: readonly Option[], chosen: readonly string[]): Option[] => [
  ...options,
  ...chosen
    .filter((code) => !options.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
];
