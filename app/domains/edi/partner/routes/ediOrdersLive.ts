import { ediOrderPages } from "#app/domains/edi/partner/screens.server.ts";

export const loader = ediOrderPages.live;

export { newsClientLoader as clientLoader } from "#app/core/lists/news.ts";
