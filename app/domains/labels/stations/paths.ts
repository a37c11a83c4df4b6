import { defineSearch } from "#app/search/defineSearch.ts";
import { searchOf } from "#app/search/entries.ts";
import { flag, text } from "#app/search/fields.ts";
import { storePath } from "#app/stores/paths.ts";
import { formerBook, type LabelSet, type LabelState, labelSetSearch, stateFields } from "../search.ts";

/** What the page of a scanning device is asked for. */
export const stationScanSearch = defineSearch({
  barcode: text("barcode"),
  /** Whether every scan prints, without a press. */
  each: flag("each"),
  was: formerBook,
});

/** What a page that follows a station has seen of it. */
export const stationFollowSearch = defineSearch({ since: text("since") });

/** The print stations of a store. */
export const stationsPath = (alias: string): string => `${storePath(alias, "printlabel")}/stations`;

/** The labels of a page's form, before they go to a station. */
export const stationPrintPath = (alias: string): string => `${stationsPath(alias)}/print`;

/** The same as a link, for the state that a URL holds. */
export const stationPrintHref = (alias: string, state: LabelState, set: LabelSet): string =>
  `${stationPrintPath(alias)}${searchOf(labelSetSearch.entries({ labels: set }), stateFields(state))}`;

/** One station: how it stands, and its queue. */
export const stationPath = (alias: string, id: string): string =>
  `${stationsPath(alias)}/${encodeURIComponent(id)}`;

/** Where labels are scanned for a station. */
export const stationScanPath = (
  alias: string,
  id: string,
  asked: { barcode?: string; each?: boolean; was?: string } = {},
): string =>
  `${stationPath(alias, id)}/scan${stationScanSearch.write({ barcode: "", each: false, was: "", ...asked })}`;

/** The page that works at the station: it stays open beside the printer. */
export const stationWorkPath = (alias: string, id: string): string => `${stationPath(alias, id)}/work`;

/** Where that page tells what became of its labels and takes the next. */
export const stationTurnPath = (alias: string, id: string): string => `${stationPath(alias, id)}/turn`;

/** What answers once the station is no longer as the page has seen it. */
export const stationFollowPath = (alias: string, id: string, since: string): string =>
  `${stationPath(alias, id)}/live${stationFollowSearch.write({ since })}`;
