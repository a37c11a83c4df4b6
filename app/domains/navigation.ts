import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";
import { ediPath } from "./edi/partner/paths.ts";
import { allExosPath } from "./exos/paths.ts";
import { masterRootPath } from "./masterproducts/paths.ts";
import { allOrdersPath } from "./orders/paths.ts";
import { peoplePath, sessionsPath } from "./sessions/paths.ts";
import { readableStores } from "./stores/model.ts";
import { storePath, storesPath } from "./stores/paths.ts";

export type MenuEntry = { label: string; href: string };

/** The global pages of the side menu (shell#side-menu), in order; only those that exist in this build. */
const globalPages: readonly MenuEntry[] = [
  { label: "Product Master", href: masterRootPath },
  { label: "Orders", href: allOrdersPath },
  { label: "Returns and Exchanges", href: allExosPath },
  { label: "EDI (Myer)", href: ediPath },
  { label: "Stores", href: storesPath },
];

/** What the account's menu leads to: one's own sessions, and for Admins everybody's (sign-in#own-sessions). */
export const accountMenu = (isAdmin: boolean): MenuEntry[] => [
  { label: "Your sessions", href: sessionsPath },
  ...(isAdmin ? [{ label: "People signed in", href: peoplePath }] : []),
];

/** The side menu: the global pages, then one entry per readable store by name. */
export const globalMenu = (stores: readonly WireRow<Store>[]): MenuEntry[] => [
  ...globalPages,
  ...readableStores(stores).map((store) => ({
    label: store.storeName,
    href: storePath(store.storeAlias),
  })),
];
