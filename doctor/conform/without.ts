import type { ExtensionName } from "#contract/extensions.ts";

/** What staff do without where a service does not announce an extension (calls#extensions). */
export const without: Readonly<Record<ExtensionName, string>> = {
  "people-search": "orders and returns are found by their numbers and the customer's email only",
  "all-store-products": "products are found within one store at a time",
  "edi-filters": "EDI lists filter by the documented fields only, and are not sorted",
  "edi-queue": "Today and the EDI page do not count what needs a person",
  "edi-check": "files can neither be checked nor uploaded by a person",
  "edi-partners": "partners can neither be seen nor changed",
  "edi-gaps": "gaps in control numbers cannot be settled",
  "edi-control-numbers": "gaps and duplicates of control numbers are not told",
  "edi-text": "an interchange's file cannot be downloaded, and its segments come from its record",
  "edi-review": "differing orders are not confirmed line by line, and actions have no preview",
  "edi-due": "nothing is told to be late or due soon",
  "order-counts": "Today counts orders by reading their first pages: '60 or more'",
  "exo-counts": "Today counts returns by reading their first pages",
  "product-message-counts": "Today does not count refused products by message",
  "delayed-work": "what waits for another company is not listed",
  "credit-owed": "credits to be given by hand are not listed",
  "dates-and-order": "orders and returns can be neither filtered by date nor sorted",
};
