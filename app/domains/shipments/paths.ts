import { pageNumber, typedNumber } from "#app/search/search.ts";
import { storeListPaths } from "#app/stores/paths.ts";

/** The list, filtered by a customer order number. */
export const shipmentPaths = storeListPaths("shipments", { query: typedNumber("q"), page: pageNumber() });
