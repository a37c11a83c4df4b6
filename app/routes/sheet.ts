import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerSheet } from "#app/domains/sheets.server.ts";

export const loader = (args: LoaderFunctionArgs) => answerSheet(args);
