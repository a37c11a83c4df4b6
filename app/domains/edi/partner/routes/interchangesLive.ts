import { interchangePages } from "#app/domains/edi/partner/screens.server.ts";

export const loader = interchangePages.live;

export { newsClientLoader as clientLoader } from "#app/core/lists/news.ts";
