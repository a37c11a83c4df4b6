import { orderPages } from "#app/domains/recordPages.server.ts";

export const loader = orderPages.live;

export { newsClientLoader as clientLoader } from "#app/lists/news.ts";
