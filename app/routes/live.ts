import type { LoaderFunctionArgs } from "@remix-run/node";
import { pagesAt } from "#app/domains/recordPages.server.ts";

/** The changes of a list, or of the panel over it, since the version that the browser shows. */
export const loader = (args: LoaderFunctionArgs) => pagesAt(args.request).live(args);

export { newsClientLoader as clientLoader } from "#app/lists/news.ts";
