import { landing } from "#app/core/specification/edi.ts";
import { menu } from "#app/core/specification/screens.ts";
import { readableStores, storePicture } from "#app/core/stores/model.ts";
import { storePath, storesPath } from "#app/core/stores/paths.ts";
import { ediPath } from "#app/domains/edi/partner/paths.ts";
import { allExosPath } from "#app/domains/exos/paths.ts";
import { masterRootPath } from "#app/domains/masterproducts/paths.ts";
import { allOrdersPath } from "#app/domains/orders/paths.ts";
import { auditPath } from "#app/features/audit/paths.ts";
import { guidePath } from "#app/features/guide/paths.ts";
import { preferencesPath } from "#app/features/preferences/paths.ts";
import { peoplePath, sessionsPath } from "#app/features/sessions/paths.ts";
import { ownActionsPath, todayPath } from "#app/features/today/paths.ts";
import { viewsPath } from "#app/features/views/paths.ts";
import type { Permission } from "#contract/capabilities.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { Store } from "#contract/stores.ts";

export type MenuEntry = { label: string; href: string };

/** A page that the menu lists for those who may do its action (roles#everywhere). */
type Page = MenuEntry & { permission: Permission };

/** The global pages of the side menu (shell#side-menu), in order; only those that exist in this build. */
const globalPages: readonly Page[] = [
  { label: "Today", href: todayPath, permission: "today" },
  { label: menu.productMaster, href: masterRootPath, permission: "masterproducts" },
  { label: menu.orders, href: allOrdersPath, permission: "orders" },
  { label: menu.returns, href: allExosPath, permission: "returns" },
  { label: landing.title, href: ediPath, permission: "edi" },
  { label: menu.stores, href: storesPath, permission: "stores" },
];

/** What the account's menu leads to: how the portal looks, one's own sessions, and for Admins everybody's (sign-in#own-sessions). */
const accountPages: readonly Page[] = [
  { label: "Guide", href: guidePath, permission: "guide" },
  { label: "Your actions", href: ownActionsPath, permission: "today" },
  { label: "Views", href: viewsPath, permission: "views" },
  { label: "Preferences", href: preferencesPath, permission: "preferences" },
  { label: "Your sessions", href: sessionsPath, permission: "sessions" },
  { label: "People signed in", href: peoplePath, permission: "people" },
  { label: "Audit trail", href: auditPath, permission: "audit" },
];

type May = (permission: Permission) => boolean;

const entriesFor = (pages: readonly Page[], may: May): MenuEntry[] =>
  pages.filter(({ permission }) => may(permission)).map(({ label, href }) => ({ label, href }));

export const accountMenu = (may: May): MenuEntry[] => entriesFor(accountPages, may);

export const globalMenu = (may: May): MenuEntry[] => entriesFor(globalPages, may);

/** The stores of the side menu: those that can be read, by name. */
export const storeMenu = (stores: readonly WireRow<Store>[]): (MenuEntry & { picture: string })[] =>
  readableStores(stores).map((store) => ({
    label: store.storeName,
    href: storePath(store.storeAlias),
    picture: storePicture(store.storeType),
  }));
