import { ediOrderPages } from "#app/domains/recordPages.server.ts";

export const loader = ediOrderPages.live;

export { newsClientLoader as clientLoader } from "#app/lists/news.ts";
