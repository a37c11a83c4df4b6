const count = new Intl.NumberFormat("en-AU");

/** 'rows 1–1,000': which rows of a list a page of this size holds; `page` starts at 1. */
export function sheetRange(page: number, pageSize: number): string {
  const first = (page - 1) * pageSize + 1;
  return `rows ${count.format(first)}–${count.format(first + pageSize - 1)}`;
}

/** What 'Download To Excel' offers: which rows its first choice holds, and every way to take them. */
export type SheetChoices = { rows: string; choices: SheetChoice[] };

/** One way to take the rows away: `href` is the server's file, `rowsHref` the rows for the browser's own. */
export type SheetChoice = { label: string; href: string; rowsHref: string };
