import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStoreScope } from "#app/stores/guard.server.ts";
import type { ExosOf } from "./api.server.ts";

/** The guard of every EXO route, at either address: whose returns and exchanges the page is about. */
export const exosOf = (
  args: Pick<LoaderFunctionArgs, "request" | "params">,
  permission: "returns" | "returns.act" | "returns.export" = "returns",
): Promise<ExosOf> => requireStoreScope(args, "returns", permission);
