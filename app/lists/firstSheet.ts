/**
 * The `handle` of a list's route: without a panel, its page needs the first style sheet only (`tailwind.config.ts`
 * puts the utilities of such routes there). The second one comes once the page is interactive.
 */
export const firstSheetOnly = { sheets: 1 };
