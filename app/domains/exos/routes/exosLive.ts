import { exoPages } from "#app/composition/recordPages.server.ts";

export const loader = exoPages.live;

export { newsClientLoader as clientLoader } from "#app/core/lists/news.ts";
