import { interchangePages } from "#app/domains/recordPages.server.ts";

export const loader = interchangePages.live;

export { newsClientLoader as clientLoader } from "#app/lists/news.ts";
