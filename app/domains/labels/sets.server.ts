import { ApiError } from "#app/http/apiError.server.ts";
import { type BatchLine, batchSet, toBatchLines } from "./batch.ts";
import { choiceOf, type LabelJob, printSets } from "./jobs.ts";
import type { LabelLanguage, Media } from "./label.ts";
import { chosenProduct } from "./model.ts";
import { renderLabel, testLabel } from "./render/render.ts";
import type { LabelSet, LabelState } from "./search.ts";
import { batchProducts, listedProducts, type Workstation } from "./workstation.server.ts";

/** The labels of a file or a sheet with the batch's lines, and why there are none, or not all. */
export type PreparedSet = { jobs: LabelJob[]; missing: string[]; lines?: BatchLine[] };

/** Reads the set's products again: the same labels that the page's buttons print. Throws ApiError. */
export async function prepareSet(
  workstation: Workstation,
  state: LabelState,
  set: LabelSet,
  media: Media,
): Promise<PreparedSet> {
  const choice = choiceOf(workstation.store.storeName, state);
  if (set === "test") return { jobs: [{ label: testLabel(media), title: "Test label" }], missing: [] };
  if (set === "batch") {
    const products = await batchProducts(workstation, state, { refresh: true });
    const lines = toBatchLines(state.batch, products, state.rowPrices);
    return { ...batchSet(lines, choice), lines };
  }
  const { list, error } = await listedProducts(workstation, state);
  if (error) throw new ApiError(error);
  const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode: choice.barcode });
  return printSets(product, state, choice)[set];
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
