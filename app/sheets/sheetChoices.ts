const count = new Intl.NumberFormat("en-AU");

/** What 'Download To Excel' offers: which rows its first choice holds, and every way to take them. */
export type SheetChoices = { rows: string; choices: SheetChoice[] };

/** One way to take the rows away: `href` is the server's file, `rowsHref` the rows for the browser's own. */
export type SheetChoice = { label: string; href: string; rowsHref: string };

/**
 * 'rows 1–1,000': which rows of a list a page of this size holds; `page` starts at 1. Where the size is the service's to
 * say, no range is known (products#export-range).
 */
function rangeOf(page: number, pageSize: number | undefined): string {
  if (pageSize === undefined) return `page ${count.format(page)}`;
  const first = (page - 1) * pageSize + 1;
  return `rows ${count.format(first)}–${count.format(first + pageSize - 1)}`;
}

/** The two ways to take a list away whose rows, as `noun` calls them, are all of one kind. */
export const theseOrAll = (noun: string): readonly [label: string, asked: { all: boolean }][] => [
  ["These rows", { all: false }],
  [`All ${noun} that match`, { all: true }],
];

/**
 * The ways to take a list away, each with its label: the page that `filter` names at this page size, whose range is
 * said, or all that match.
 */
export function sheetChoices<Filter extends { page: number }, Asked extends { all: boolean }>(
  filter: Filter,
  pageSize: number | undefined,
  labelled: readonly [label: string, asked: Asked][],
  toHrefs: (filter: Filter, asked: Asked) => Omit<SheetChoice, "label">,
): SheetChoices {
  const rows = rangeOf(filter.page, pageSize);
  const choices = labelled.map(([label, asked]) =>
    asked.all
      ? { label, ...toHrefs({ ...filter, page: 1 }, asked) }
      : { label: `${label}: ${rows}`, ...toHrefs(filter, asked) },
  );
  return { rows, choices };
}
