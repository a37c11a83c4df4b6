import { orderPages } from "#app/composition/recordPages.server.ts";

export const loader = orderPages.live;

export { newsClientLoader as clientLoader } from "#app/core/lists/news.ts";
