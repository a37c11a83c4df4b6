export type Option = { value: string; label: string };

/** What the closed control says: the chosen labels, or that nothing is narrowed down; `none` where nothing is chosen. */
export function choiceText(options: Option[], selected: string[], none = "All"): string {
  const chosen = options.filter((option) => selected.includes(option.value));
  if (chosen.length === 0) return none;
  if (chosen.length === options.length) return "All";
  return chosen.length > 2 ? `${chosen.length} selected` : chosen.map((option) => option.label).join(", ");
}
