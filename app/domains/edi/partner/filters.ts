import type { EdiOrderFilters, InterchangeFilters } from "#contract/ediPartner.ts";
import type { EdiOrderFilter, InterchangeFilter } from "./search.ts";

/**
 * The filters as the call takes them: only what filters something; both fields of the message types, or neither
 * (edi#contains).
 */
export const interchangeFiltersOf = (filter: InterchangeFilter): InterchangeFilters => ({
  ...(filter.documentId === "" ? {} : { documentId: filter.documentId }),
  ...(filter.controlReference === "" ? {} : { interchangeControlReference: filter.controlReference }),
  ...(filter.documentIdentifier === "" ? {} : { documentIdentifier: filter.documentIdentifier }),
  ...(filter.direction === "" ? {} : { transmissionDirection: filter.direction }),
  ...(filter.acknowledged === "" ? {} : { acknowledged: filter.acknowledged === "yes" }),
  ...(filter.types.length === 0
    ? {}
    : { containsMessageTypes: filter.types, containsMessageTypesMode: filter.mode }),
});

/** Likewise for the EDI orders. */
export const ediOrderFiltersOf = (filter: EdiOrderFilter): EdiOrderFilters => ({
  ...(filter.documentId === "" ? {} : { documentId: filter.documentId }),
  ...(filter.orderNumber === "" ? {} : { utopiaOrderNumber: filter.orderNumber }),
  ...(filter.interchangeId === "" ? {} : { ediMyerInterchangeDocumentId: filter.interchangeId }),
});
