/** Which of the two configured bases a call goes to: `PORTAL_API_URL` or `EDI_API_URL`. */
export type ApiBase = "portal" | "edi";

/**
 * What a service can do beyond the documented calls, by the names under which it announces it, with the service that
 * does (calls#extensions):
 *
 * - `people-search`: the searches of orders (`orderQuery`) and of returns (`searchTerm`, also without `stores`) take
 *   words in any order, and look through names, phones, places and consignments;
 * - `all-store-products`: an empty `storegroup` searches the products of all stores;
 * - `edi-filters`: the lists of interchanges and EDI orders also filter by state, partner, date, and so on, and sort;
 * - `edi-queue`: what of EDI needs a person, or is owed to or by a partner, is counted;
 * - `edi-check`: a file can be read without being taken in, and handed in by a person;
 * - `edi-partners`: partners are records that can be read and kept;
 * - `edi-control-numbers`: the series of control numbers are reported, with what is missing and what came twice;
 * - `edi-text`: the text of an interchange, and the bytes of its file, have a call of their own;
 * - `edi-gaps`: a gap in a series of control numbers can be settled with a reason;
 * - `edi-review`: orders that differ from what is agreed wait to be confirmed line by line, duplicates are compared with
 *   the living order, tests are marked, a partner's terms are part of its record, and an action can be tried;
 * - `edi-due`: due times are counted on each partner's working days, with the zone of its clock; the lists filter by
 *   what is late and what is due in the next hour (`due`), and the queue counts both;
 * - `order-counts`, `exo-counts`, `product-message-counts`: orders by status, returns by status and step, and refused
 *   products by store and message are counted in one call each; with `order-counts` a page of orders may also be longer
 *   than the documented 20;
 * - `dates-and-order`: the lists of orders and returns filter by when a record was made (`createdFrom`, `createdBefore`),
 *   and come in another order (`sort`);
 * - `delayed-work`: what was accepted and is not done, because another company does not take it, is listed with its age;
 * - `credit-owed`: the list of returns filters by `creditOwed` and `creditOwedSince`, the longest owed first, and says
 *   how much each return owes and since when.
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
