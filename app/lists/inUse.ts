/** Whether a person has selected text: showing something new would take the selection away. */
export const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** Whether a person is at the rows of the page's list: points at one, or has tabbed to it. */
export const isAtRows = (): boolean => {
  const table = document.querySelector("main > .page > .data-table");
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
};
