import { z } from "zod";
import { exo as exoOnTheWire } from "#contract/exos.ts";
import type { StoredReference } from "#platform/database/schema/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { searchLines } from "#platform/database/searchText.ts";

const returned = z.object({ exchange: exoOnTheWire.shape.exchange });
const parcel = z.object({
  consignment_id: z.string().optional().catch(undefined),
  article_id: z.string().optional().catch(undefined),
});

/** The searchable parts of a return. */
export type SearchedExo = {
  id: string;
  name: string;
  originalOrderId: string | null;
  raNumber: string | null;
  emailAddress: string | null;
  correspondenceEmailAddress?: string | null;
  document: JsonObject;
  referenceList: readonly StoredReference[];
};

/**
 * Search text of an EXO, one item per line: id, name, order, RA# and both email addresses; and its customer and
 * transport (calls#people): the customer's name and code, consignments and articles.
 */
export function exoSearchText(exo: SearchedExo): string {
  const { id, name, originalOrderId, raNumber, emailAddress, correspondenceEmailAddress } = exo;
  const read = returned.safeParse(exo.document);
  const customer = read.success ? read.data.exchange?.Customer : undefined;
  return searchLines([
    id,
    name,
    originalOrderId,
    raNumber,
    emailAddress,
    correspondenceEmailAddress,
    [customer?.FirstName, customer?.LastName].filter((part) => part).join(" "),
    customer?.Ap21CustomerCode,
    ...exo.referenceList.flatMap(({ meta }) => {
      const { consignment_id, article_id } = parcel.parse(meta ?? {});
      return [consignment_id, article_id];
    }),
  ]);
}
