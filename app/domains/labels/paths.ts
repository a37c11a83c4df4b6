import { defineSearch, newsSearch, searchOf, typed } from "#app/core/search/search.ts";
import { storePath } from "#app/core/stores/paths.ts";
import { type LabelSet, type LabelState, labelSetSearch, stateFields } from "./search.ts";

/** Printing of this workstation; back leads to Print Label in this state. */
export const printSetupPath = (alias: string, state?: Partial<LabelState>): string =>
  `${storePath(alias, "printlabel")}/setup${searchOf(stateFields(state))}`;

/** The certificate (PEM) that the print service is shown; its key signs our requests. */
export const printCertificatePath = "/print/certificate";

/** Chooses a printer that a workstation prints on: requests for any other are not signed. */
export const printPrinterPath = "/print/printer";

/** Signs a request to the print service: its JSON is the body, the signature the response. */
export const printSignPath = "/print/sign";

/** The labels to check: those whose product or barcode contains the text. */
export const wrongLabelSearch = defineSearch({ find: typed("find") });

/** The labels of a store that say something else than Print Label would print now (labels#wrong-labels). */
export const wrongLabelsPath = (alias: string, find = ""): string =>
  `${storePath(alias, "printlabel")}/wrong${wrongLabelSearch.write({ find })}`;

/** Print Label of a store. */
export const labelsPath = (alias: string, state?: Partial<LabelState>): string =>
  `${storePath(alias, "printlabel")}${searchOf(stateFields(state))}`;

/** Changes the batch or asks for labels, then leads to the page with this state (labels#batch). */
export const labelBatchPath = (alias: string, state?: Partial<LabelState>): string =>
  `${storePath(alias, "printlabel")}/batch${searchOf(stateFields(state))}`;

/** The labels as a file of printer commands; the page's forms post to it with the set's name as `labels`. */
export const labelFilePath = (alias: string): string => `${storePath(alias, "printlabel")}/file`;

/** The labels on a page for an office printer, likewise. */
export const labelSheetPath = (alias: string): string => `${storePath(alias, "printlabel")}/sheet`;

/** The pictures of labels (`PicturesOf`), fully determined by the URL. */
export const labelPicturesPath = (alias: string, of: object): string =>
  `${storePath(alias, "printlabel")}/pictures${searchOf([["of", JSON.stringify(of)]])}`;

export const stationsPath = (alias: string): string => `${storePath(alias, "printlabel")}/stations`;

/** Chooses a station for the labels of a page's form. */
export const stationPrintPath = (alias: string): string => `${stationsPath(alias)}/print`;

export const stationPath = (alias: string, id: string): string =>
  `${stationsPath(alias)}/${encodeURIComponent(id)}`;

/** The page that works at the station: it stays open next to the printer. */
export const stationWorkPath = (alias: string, id: string): string => `${stationPath(alias, id)}/work`;

/** Takes that page's reports and returns the next label; read, responds once the station differs from `since`. */
export const stationTurnPath = (alias: string, id: string, since = ""): string =>
  `${stationPath(alias, id)}/turn${newsSearch.write({ since })}`;

/** Where labels go without a label printer here. */
export const outputPaths = { file: labelFilePath, sheet: labelSheetPath, station: stationPrintPath } as const;

/** One of these paths as a link, with the set of labels and the state of a URL. */
export const outputHref = (path: string, state: Partial<LabelState>, set: LabelSet): string =>
  `${path}${searchOf(labelSetSearch.entries({ labels: set }), stateFields(state))}`;
