import { ApiError } from "#app/http/apiError.server.ts";
import { type Batch, batchSet, isSentBatch, toBatchLines } from "./batch.ts";
import { freshBatch } from "./batchActions.server.ts";
import { withAllBack } from "./batchChanges.ts";
import { batches } from "./batches.server.ts";
import { withGlyphs } from "./glyphs.server.ts";
import { choiceOf, type LabelJob, printSets } from "./jobs.ts";
import type { Media } from "./label.ts";
import { chosenProduct } from "./model.ts";
import { testLabel } from "./render/render.ts";
import type { LabelSet, LabelState } from "./search.ts";
import { listedProducts, type Workstation } from "./workstation.server.ts";

/** The labels of a file or a sheet, why there are none, or not all, and the batch that they are of. */
export type PreparedSet = { jobs: LabelJob[]; missing: string[]; batch?: Batch };

/** Reads the set's products again: the same labels that the page's buttons print. Throws ApiError. */
export async function prepareSet(
  workstation: Workstation,
  state: LabelState,
  set: LabelSet,
  { media, isPaper = false }: { media: Media; isPaper?: boolean },
): Promise<PreparedSet> {
  const choice = choiceOf(workstation.store.storeName, state);
  if (set === "test") return { jobs: [{ label: testLabel(media), title: "Test label" }], missing: [] };
  if (set === "batch") {
    const stored = await batches.read(workstation);
    // Of a batch that was handed over whole, paper has all of it.
    const batch = await freshBatch(
      workstation,
      isPaper && isSentBatch(stored) ? withAllBack(stored) : stored,
    );
    const { jobs, missing } = batchSet(toBatchLines(batch), choice);
    return { jobs: jobs.map((job) => ({ ...job, label: withGlyphs(job.label) })), missing, batch };
  }
  const { list, error } = await listedProducts(workstation, state);
  if (error) throw new ApiError(error);
  const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode: choice.barcode });
  return printSets(product, state, choice)[set];
}
