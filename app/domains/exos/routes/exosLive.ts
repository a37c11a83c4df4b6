import { exoPages } from "#app/domains/recordPages.server.ts";

export const loader = exoPages.live;

export { newsClientLoader as clientLoader } from "#app/lists/news.ts";
