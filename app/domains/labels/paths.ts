import { type SearchEntry, searchOf } from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";
import {
  carriedFields,
  type LabelSet,
  type LabelState,
  labelSetSearch,
  labelTaskSearch,
  startingState,
  stateFields,
} from "./search.ts";

/** Print Label of a store; state not given has its default. */
export const labelsPath = (alias: string, state: Partial<LabelState> = {}): string =>
  `${storePath(alias, "printlabel")}${searchOf(stateFields({ ...startingState, ...state }))}`;

/** Adds a scan to the batch, then redirects. */
export const labelScanPath = (alias: string, state: LabelState, barcode: string): string =>
  `${storePath(alias, "printlabel")}${searchOf(labelTaskSearch.entries({ scan: barcode }), carriedFields(state))}`;

/** Adds the product's quantities to the batch, then redirects. */
export const labelAddPath = (alias: string, state: LabelState): string =>
  `${storePath(alias, "printlabel")}${searchOf(labelTaskSearch.entries({ add: true }), stateFields(state))}`;

/** The labels as a file of printer commands; the page's forms post to it with the set's name as `labels`. */
export const labelFilePath = (alias: string): string => `${storePath(alias, "printlabel")}/file`;

/** The same as a link, with the state of a URL. */
export const labelFileHref = (alias: string, state: LabelState, set: LabelSet): string =>
  `${labelFilePath(alias)}${searchOf(labelSetSearch.entries({ labels: set }), stateFields(state))}`;

/** The labels on a page for an office printer, likewise. */
export const labelSheetPath = (alias: string): string => `${storePath(alias, "printlabel")}/sheet`;

/** Saves the choice of printer. */
export const labelSettingsPath = (alias: string): string => `${storePath(alias, "printlabel")}/settings`;

/** The picture of one label, fully determined by `fields`. */
export const labelPicturePath = (alias: string, fields: readonly SearchEntry[]): string =>
  `${storePath(alias, "printlabel")}/picture.png${searchOf(fields)}`;

/** The print stations of a store. */
export const stationsPath = (alias: string): string => `${storePath(alias, "printlabel")}/stations`;

/** Chooses a station for the labels of a page's form. */
export const stationPrintPath = (alias: string): string => `${stationsPath(alias)}/print`;
