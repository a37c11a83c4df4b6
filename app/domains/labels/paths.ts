import { type SearchEntry, searchOf } from "#app/search/search.ts";
import { storePath } from "#app/stores/paths.ts";
import { type LabelSet, type LabelState, labelSetSearch, startingState, stateFields } from "./search.ts";

/** Print Label of a store; state not given has its default. */
export const labelsPath = (alias: string, state: Partial<LabelState> = {}): string =>
  `${storePath(alias, "printlabel")}${searchOf(stateFields({ ...startingState, ...state }))}`;

/** Changes the batch, then leads to the page with this state (labels#batch). */
export const labelBatchPath = (alias: string, state: LabelState = startingState): string =>
  `${storePath(alias, "printlabel")}/batch${searchOf(stateFields(state))}`;

/** The labels as a file of printer commands; the page's forms post to it with the set's name as `labels`. */
export const labelFilePath = (alias: string): string => `${storePath(alias, "printlabel")}/file`;

/** The same as a link, with the state of a URL. */
export const labelFileHref = (alias: string, state: LabelState, set: LabelSet): string =>
  `${labelFilePath(alias)}${searchOf(labelSetSearch.entries({ labels: set }), stateFields(state))}`;

/** The labels on a page for an office printer, likewise. */
export const labelSheetPath = (alias: string): string => `${storePath(alias, "printlabel")}/sheet`;

export const labelSheetHref = (alias: string, state: LabelState, set: LabelSet): string =>
  `${labelSheetPath(alias)}${searchOf(labelSetSearch.entries({ labels: set }), stateFields(state))}`;

/** Saves the choice of printer. */
export const labelSettingsPath = (alias: string): string => `${storePath(alias, "printlabel")}/settings`;

/** The picture of one label, fully determined by `fields`. */
export const labelPicturePath = (alias: string, fields: readonly SearchEntry[]): string =>
  `${storePath(alias, "printlabel")}/picture.png${searchOf(fields)}`;

/** The print stations of a store. */
export const stationsPath = (alias: string): string => `${storePath(alias, "printlabel")}/stations`;

/** Chooses a station for the labels of a page's form. */
export const stationPrintPath = (alias: string): string => `${stationsPath(alias)}/print`;
