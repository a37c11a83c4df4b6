import { ApiError } from "#app/http/apiError.server.ts";
import { batchSet, toBatchLines } from "./batch.ts";
import { designOf } from "./design.ts";
import { type LabelJob, printSets } from "./jobs.ts";
import type { LabelLanguage, Media } from "./label.ts";
import { chosenProduct } from "./model.ts";
import { renderLabel, testLabel } from "./render/render.ts";
import type { LabelSet, LabelState } from "./search.ts";
import { batchProducts, listedProducts, type Workstation } from "./workstation.server.ts";

/** The labels of a file or a sheet, or why there are none. */
export type PreparedSet = { jobs: LabelJob[]; missing: string[] };

/** Reads the set's products again: the same labels that the page's buttons print. Throws ApiError. */
export async function prepareSet(
  workstation: Workstation,
  state: LabelState,
  set: LabelSet,
  media: Media,
): Promise<PreparedSet> {
  const look = { design: designOf(workstation.store.storeName, state.design), was: state.was };
  if (set === "test") return { jobs: [{ label: testLabel(media), title: "Test label" }], missing: [] };
  if (set === "batch") {
    return batchSet(
      toBatchLines(state.batch, await batchProducts(workstation, state, { refresh: true }), state.rowPrices),
      look,
    );
  }
  const { list, error } = await listedProducts(workstation, state);
  if (error) throw new ApiError(error);
  const { barcode } = state.filter;
  const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode });
  return printSets(product, state, { barcode, gather: state.gather, ...look })[set];
}

/** The commands of all labels concatenated, exactly as sent to the printer. */
export function bytesOf(
  jobs: readonly LabelJob[],
  language: LabelLanguage,
  media: Media,
): Uint8Array<ArrayBuffer> {
  return Buffer.concat(jobs.map(({ label }) => renderLabel(label, { language, media }).bytes));
}

/** 'labels-CLK-9312345678907.zpl': letters, digits and hyphens only. */
export function labelFileName(alias: string, { filter }: LabelState, set: LabelSet, language: LabelLanguage) {
  const what = set === "barcode" || set === "design" ? filter.barcode || set : set;
  return `${["labels", alias, what].join("-").replace(/[^\w-]+/g, "-")}.${language.toLowerCase()}`;
}
