/** The configured base of a call: `PORTAL_API_URL` or `EDI_API_URL`. */
export type ApiBase = "portal" | "edi";

/**
 * Capabilities of a service beyond the documented calls, by the names under which it announces them, with the service
 * (calls#extensions):
 *
 * - `people-search`: the searches of orders (`orderQuery`) and of returns (`searchTerm`, also without `stores`) take
 *   words in any order, and search names, phones, places and consignments;
 * - `all-store-products`: an empty `storegroup` searches the products of all stores;
 * - `edi-filters`: the lists of interchanges and EDI orders also filter by state, partner, date, and so on, and sort;
 * - `edi-queue`: EDI records that need a person, or are owed to or by a partner, are counted;
 * - `edi-check`: a file can be checked without being taken in, and uploaded by a person;
 * - `edi-partners`: the trading partners are listed;
 * - `edi-control-numbers`: the series of control numbers are reported, with gaps and duplicates;
 * - `edi-text`: the text of an interchange, and the bytes of its file, have a call of their own;
 * - `edi-gaps`: a gap in a series of control numbers can be settled with a reason;
 * - `edi-review`: orders that differ from the terms wait to be confirmed line by line, duplicates are compared with the
 *   living order, tests are marked, and an action can be previewed;
 * - `edi-due`: the lists filter by late and by due in the next hour (`due`), and the queue counts both;
 * - `order-counts`, `exo-counts`, `product-message-counts`: orders by status, returns by status and step, and refused
 *   products by store and message are counted in one call each; with `order-counts` a page of orders may also be longer
 *   than the documented 20;
 * - `dates-and-order`: the lists of orders and returns filter by creation time (`createdFrom`, `createdBefore`), and
 *   can be sorted (`sort`);
 * - `delayed-work`: accepted work that is not done, because another company does not accept it, is listed with its age;
 * - `credit-owed`: the list of returns filters by `creditOwed` and `creditOwedSince`, longest owed first, and includes
 *   each return's owed credit and since when.
 */
export const extensionBases = {
  "people-search": "portal",
  "all-store-products": "portal",
  "edi-filters": "edi",
  "edi-queue": "edi",
  "edi-check": "edi",
  "edi-partners": "edi",
  "edi-gaps": "edi",
  "edi-control-numbers": "edi",
  "edi-text": "edi",
  "edi-review": "edi",
  "edi-due": "edi",
  "order-counts": "portal",
  "exo-counts": "portal",
  "product-message-counts": "portal",
  "delayed-work": "portal",
  "credit-owed": "portal",
  "dates-and-order": "portal",
} as const satisfies Record<string, ApiBase>;
export type ExtensionName = keyof typeof extensionBases;
