import { defineEdiOrderPages, defineInterchangePages } from "./edi/partner/lists/lists.server.ts";
import { defineExoPages } from "./exos/screens.server.ts";
import { exoNeighbours, orderNeighbours } from "./neighbours.server.ts";
import { orderHref } from "./orders/paths.ts";
import { defineOrderPages } from "./orders/screens.server.ts";

// The pages of records that are followed, with what other domains tell of them.
export const orderPages = defineOrderPages(orderNeighbours);
export const exoPages = defineExoPages(exoNeighbours);
export const interchangePages = defineInterchangePages(orderHref);
export const ediOrderPages = defineEdiOrderPages(orderHref);
