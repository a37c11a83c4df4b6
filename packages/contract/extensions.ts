/** The configured base of a call: `PORTAL_API_URL` or `EDI_API_URL`. */
export type ApiBase = "portal" | "edi";

/**
 * Groups of capabilities of a service beyond the documented calls, each all or nothing, by the names under which it
 * announces them, with the service (calls#extensions):
 *
 * - `search`: the searches of orders (`orderQuery`) and of returns (`searchTerm`, also without `stores`) take words in
 *   any order, and search names, phones, places and consignments; an empty `storegroup` searches the products of all
 *   stores; the lists of orders and returns filter by creation time (`createdFrom`, `createdBefore`), and can be sorted
 *   (`sort`);
 * - `counts`: orders by status, returns by status and step, and refused products by store and message are counted in
 *   one call each; a page of orders may be longer than the documented 20; accepted work that is not done, because
 *   another company does not accept it, is listed with its age;
 * - `credits`: the list of returns filters by `creditOwed` and `creditOwedSince`, longest owed first, and includes each
 *   return's owed credit and since when;
 * - `edi-desk`: the lists of interchanges and EDI orders also filter by state, partner, date, hold, lateness (`due`) and
 *   so on, and sort; what needs a person, or is owed to or by a partner, is counted; a file can be checked without being
 *   taken in, and uploaded by a person; the trading partners are listed; the series of control numbers are reported,
 *   and a gap can be settled with a reason; the text of an interchange, and the bytes of its file, have a call of their
 *   own; orders that differ from the terms wait to be confirmed line by line, and an action can be previewed.
 */
export const extensionBases = {
  search: "portal",
  counts: "portal",
  credits: "portal",
  "edi-desk": "edi",
} as const satisfies Record<string, ApiBase>;
export type ExtensionName = keyof typeof extensionBases;
