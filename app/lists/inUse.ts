/** Whether a person has marked text: what is shown anew takes the mark away. */
export const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** Whether a person is at the rows of the page's list: points or tabs to one. */
export const isAtRows = (): boolean => {
  const table = document.querySelector("main > .page > .data-table");
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
};
