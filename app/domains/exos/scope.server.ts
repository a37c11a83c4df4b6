import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStoreScope, type StoreScope } from "#app/stores/guard.server.ts";

export const requireExos = (
  args: Pick<LoaderFunctionArgs, "request" | "params">,
  permission: "returns" | "returns.act" | "returns.export" = "returns",
): Promise<StoreScope> => requireStoreScope(args, "returns", permission);

export const aliasOf = ({ store }: StoreScope) => store?.storeAlias;

export const isOfScope = ({ store }: StoreScope, sourceStore: string): boolean => {
  if (!store) return true;
  const named = sourceStore.trim().toLowerCase();
  return named === store.storeName.toLowerCase() || named === store.storeAlias.toLowerCase();
};
