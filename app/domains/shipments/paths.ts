import { pageNumber, typedNumber } from "#app/core/search/search.ts";
import { storeListPaths } from "#app/core/stores/paths.ts";

/** The list, filtered by a customer order number. */
export const shipmentPaths = storeListPaths("shipments", { query: typedNumber("q"), page: pageNumber() });
