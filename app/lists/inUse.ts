/** Whether a person has selected text: a re-render would clear the selection. */
export const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** Whether a person is using the rows of the page's list: hovers over one, or has tabbed to it. */
export const isAtRows = (): boolean => {
  const table = document.querySelector("main > .page > .data-table");
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
};
