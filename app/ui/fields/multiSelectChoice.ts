export type Option = { value: string; label: string };

/** What the closed control says: the chosen labels, or that nothing is narrowed down; `none` where nothing is chosen. */
export function choiceText(options: Option[], selected: string[], none = "All"): string {
  const chosen = options.filter((option) => selected.includes(option.value));
  if (chosen.length === 0) return none;
  if (chosen.length === options.length) return "All";
  return chosen.length > 2 ? `${chosen.length} selected` : chosen.map((option) => option.label).join(", ");
}

/** Every value that is chosen is offered, also one that the options lack: it can be taken back. */
export const withChosen = (options: readonly Option[], chosen: readonly string[]): Option[] => [
  ...options,
  ...chosen
    .filter((code) => !options.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: code })),
];
