import {
  allRows,
  type Days,
  defineSearch,
  entriesOf,
  flag,
  type SearchEntry,
  searchOf,
} from "#app/core/search/search.ts";

/** The choice of a spreadsheet's rows within the list's filter. */
export const sheetSearch = defineSearch({ all: allRows });

/** Whether the rows on the screen are asked for, rather than the page of 1,000 with the same number. */
export const rowsOnScreen = flag("screen");

/** As `sheetSearch`, for a list whose spreadsheet has larger pages than its screen. */
export const largeSheetSearch = defineSearch({ all: allRows, these: rowsOnScreen });

const count = new Intl.NumberFormat("en-AU");

/** What 'Download To Excel' offers: which rows its first choice holds, and every way to take them. */
export type SheetChoices = { rows: string; choices: SheetChoice[] };

/** One way to take the rows away: `href` is the server's file, `rowsHref` the rows for the browser's own. */
export type SheetChoice = { label: string; href: string; rowsHref: string };

/**
 * 'rows 41–45': which rows of a list its page is, `page` starting at 1, where `rowCount` of them are there. Where the size
 * of a page, or how many are there, is the service's to say, no range is known (products#export-range).
 */
function rangeOf(page: number, pageSize: number | undefined, rowCount = pageSize): string {
  if (pageSize === undefined || rowCount === undefined) return `page ${count.format(page)}`;
  const first = (page - 1) * pageSize + 1;
  return `rows ${count.format(first)}–${count.format(first + rowCount - 1)}`;
}

/**
 * Where the spreadsheet of a list is: the server's file, and a slice of its rows as JSON for the browser that builds the
 * file itself. `asked` says which rows of the list at `listHref` it holds.
 */
export function sheetHrefs(listHref: string, choice: readonly SearchEntry[]): Omit<SheetChoice, "label"> {
  const path = listHref.replace(/\/?(\?.*)?$/, "");
  const search = searchOf(entriesOf(listHref), choice);
  return { href: `${path}/export.xlsx${search}`, rowsHref: `${path}/export.json${search}` };
}

/** The ways to take a list away: the page that `filter` names at this page size, with its range, or all. */
export function sheetChoices<Filter extends { page: number }, Choice extends { all: boolean }>(
  filter: Filter,
  pageSize: number | undefined,
  labelled: readonly [label: string, asked: Choice][],
  toHrefs: (filter: Filter, choice: Choice) => Omit<SheetChoice, "label">,
): SheetChoices {
  const rows = rangeOf(filter.page, pageSize);
  const choices = labelled.map(([label, choice]) =>
    choice.all
      ? { label, ...toHrefs({ ...filter, page: 1 }, choice) }
      : { label: `${label}: ${rows}`, ...toHrefs(filter, choice) },
  );
  return { rows, choices };
}

/** The ways to download a list in pages of one size: one page, or all. The words `sized` follow a page's number. */
export const numberedPages = <Filter extends { page: number }>(
  filter: Filter,
  pageSize: number,
  noun: string,
  listPath: (filter: Filter) => string,
  sized = "",
): SheetChoices =>
  sheetChoices(
    filter,
    pageSize,
    [
      [`Page ${filter.page}${sized}`, { all: false }],
      [`All ${noun} that match`, { all: true }],
    ],
    (start, choice) => sheetHrefs(listPath(start), sheetSearch.entries(choice)),
  );

export type OnePage = { rows: readonly unknown[]; pages?: number | undefined };

/**
 * The ways to take a list away in its call's own pages: the one on the screen, or all that match. The screen of a
 * gathered list is none of those pages: it offers all that match alone.
 */
export function pageOrAll<Filter extends { page: number } & Days>(
  noun: string,
  filter: Filter,
  { rows, pages }: OnePage,
  listPath: (filter: Filter) => string,
  isGathered = false,
): SheetChoices {
  const hrefs = (start: Filter, all: boolean) => sheetHrefs(listPath(start), sheetSearch.entries({ all }));
  const rowCount = count.format(rows.length);
  const these = { label: `These ${rowCount}`, ...hrefs(filter, false) };
  const all = {
    label: `All ${pages === 1 ? rowCount : noun} that match`,
    ...hrefs({ ...filter, page: 1 }, true),
  };
  if (isGathered) return { rows: "all that match", choices: [all] };
  // Who chose days wants what was created in them, on whatever page.
  const [first, other] = filter.from === undefined && filter.to === undefined ? [these, all] : [all, these];
  return { rows: first.label, choices: [first, other] };
}

/** What a screen shows of a list: the rows of its page, each page having this size, and whether another may follow. */
export type OnScreen = { pageSize: number; rowCount: number; hasNext: boolean };

/**
 * The ways to take a list away whose spreadsheet has larger pages than its screen (products#export-rows): the page of
 * 1,000 with the screen's number where that holds the rows on the screen, which is the first one's case alone, else
 * those rows; then the other of the two, then all that match. Each is there in every one of the `kinds`.
 */
export function largeSheetChoices<Filter extends { page: number }, Kind extends object>(
  filter: Filter,
  { pageSize, rowCount, hasNext }: OnScreen,
  noun: string,
  kinds: readonly [label: string, kind: Kind][],
  toHrefs: (filter: Filter, choice: Kind & { all: boolean; these: boolean }) => Omit<SheetChoice, "label">,
): SheetChoices {
  const { page } = filter;
  const rows = rangeOf(page, pageSize, rowCount);
  const these = { label: `These ${count.format(rowCount)}: ${rows}`, rows, all: false, these: true };
  const large = {
    label: `Page ${count.format(page)} at 1,000 ${noun} a page`,
    rows: hasNext ? "up to 1,000 rows" : rows,
    all: false,
    these: false,
  };
  const whole = { label: `All ${noun} that match`, all: true, these: false };
  const [own, other] = page === 1 ? [large, these] : [these, large];
  const choices = [own, other, whole].flatMap(({ label, all, these }) =>
    kinds.map(([suffix, kind]) => ({
      label: `${label}${suffix}`,
      ...toHrefs({ ...filter, page: all ? 1 : page }, { ...kind, all, these }),
    })),
  );
  return { rows: own.rows, choices };
}
