/** Whether a person has selected text: a re-render would clear the selection. */
export const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** Whether a person is using the rows of the page's list: hovers over one, or has tabbed to it. */
export const isAtRows = (): boolean => {
  const table = document.querySelector("main .page > .table-room > .data-table");
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
};

/** The keys of a row, besides those of its actions (screens#row-keys); `everywhere`: also on pages without rows. */
export const rowKeys = [
  { keys: ["j", "ArrowDown"], name: "j or ↓", about: "The next row", everywhere: false },
  { keys: ["k", "ArrowUp"], name: "k or ↑", about: "The row before", everywhere: false },
  {
    keys: ["j", "k"],
    name: "j and k in a panel",
    about: "The next record, and the one before",
    everywhere: false,
  },
  { keys: ["Enter"], name: "Enter", about: "Opens the row", everywhere: false },
  { keys: ["o"], name: "o", about: "Shows the rest of the row in place, and hides it", everywhere: false },
  { keys: ["x"], name: "x", about: "Chooses the row, and lets it go", everywhere: false },
  { keys: ["Escape"], name: "Esc", about: "Closes what is open", everywhere: true },
  { keys: ["?"], name: "?", about: "These keys", everywhere: true },
] as const;

const usedKeys: readonly string[] = rowKeys.flatMap(({ keys }) => keys);

/**
 * A letter for each action of a row, in order: an initial of its words if free, else another letter
 * of it. An action whose letters are all taken has none.
 */
export function lettersFor(labels: readonly string[]): (string | undefined)[] {
  const used = new Set(usedKeys);
  return labels.map((label) => {
    const words = label.toLowerCase().split(/[^a-z]+/);
    const candidates = [...words.map((word) => word[0] ?? ""), ...words.join("")];
    const letter = candidates.find((one) => one !== "" && !used.has(one));
    if (letter) used.add(letter);
    return letter;
  });
}
