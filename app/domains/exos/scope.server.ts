import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStoreScope } from "#app/stores/guard.server.ts";
import type { ExosOf } from "./api.server.ts";

/** The guard of every EXO route, at either address: whose returns and exchanges the page is about. */
export const exosOf = (
  args: Pick<LoaderFunctionArgs, "request" | "params">,
  permission: "returns" | "returns.act" | "returns.export" = "returns",
): Promise<ExosOf> => requireStoreScope(args, "returns", permission);

export const scopeOf = ({ store }: ExosOf) => store?.storeAlias;

export const isOfScope = ({ store }: ExosOf, sourceStore: string): boolean => {
  if (!store) return true;
  const named = sourceStore.trim().toLowerCase();
  return named === store.storeName.toLowerCase() || named === store.storeAlias.toLowerCase();
};
