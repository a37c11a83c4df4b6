import { defineSearch, flag, newsSearch, type SearchOf, text } from "#app/search/search.ts";
import { stationsPath } from "../paths.ts";
import { formerBook } from "../search.ts";

export const stationScanSearch = defineSearch({
  barcode: text("barcode"),
  each: flag("each"),
  was: formerBook,
});

export const stationPath = (alias: string, id: string): string =>
  `${stationsPath(alias)}/${encodeURIComponent(id)}`;

export const stationScanPath = (
  alias: string,
  id: string,
  query: Partial<SearchOf<typeof stationScanSearch>> = {},
): string => `${stationPath(alias, id)}/scan${stationScanSearch.write(query)}`;

/** The page that works at the station: it stays open next to the printer. */
export const stationWorkPath = (alias: string, id: string): string => `${stationPath(alias, id)}/work`;

/** Takes that page's reports and returns the next label. */
export const stationTurnPath = (alias: string, id: string): string => `${stationPath(alias, id)}/turn`;

/** Long poll that responds once the station has changed from the version shown. */
export const stationFollowPath = (alias: string, id: string, since: string): string =>
  `${stationPath(alias, id)}/live${newsSearch.write({ since })}`;
