import type { FastifyInstance } from "fastify";
import type { ActionPolicy } from "#contract/capabilities.ts";
import type { Database } from "./database/connect.ts";
import { actionEventRoutes } from "./domains/actions/routes.ts";
import { ediPartnerRoutes } from "./domains/edi/partners/routes.ts";
import { ediRoutes } from "./domains/edi/routes.ts";
import { blobRoutes } from "./domains/exos/blobs/routes.ts";
import { exoRoutes } from "./domains/exos/routes.ts";
import { labelProductRoutes } from "./domains/labels/routes.ts";
import { masterProductRoutes } from "./domains/masterproducts/routes.ts";
import { metaProductRoutes } from "./domains/metaproducts/routes.ts";
import { orderRoutes } from "./domains/orders/routes.ts";
import { customRuleRoutes } from "./domains/rules/routes.ts";
import { shipmentRoutes } from "./domains/shipments/routes.ts";
import { storeRoutes } from "./domains/stores/routes.ts";
import { voucherRoutes } from "./domains/vouchers/routes.ts";
import type { FileStore } from "./outside/files/fileStore.ts";
import type { ReturnsOutside } from "./outside/returns.ts";
import { interchangesPart } from "./seed/edi/load.ts";
import { partnersPart } from "./seed/edi/partners.ts";
import { returnsPart } from "./seed/exos/load.ts";
import { labelProductsPart } from "./seed/labels/products.ts";
import { ordersPart } from "./seed/orders/load.ts";
import type { SeedPart } from "./seed/part.ts";
import { productsPart } from "./seed/products/load.ts";
import { masterProductsPart } from "./seed/products/masterProducts.ts";
import { customRulesPart } from "./seed/rules.ts";
import { vouchersPart } from "./seed/vouchers.ts";

/** What the calls need. */
export type ApiDeps = {
  database: Database;
  /** Has recorded action events performed now, in the background. */
  wakeActions(): Promise<void>;
  /** Has due EXOs processed now, in the background. */
  wakeReturns(): Promise<void>;
  /** Has due EDI documents processed now, in the background. */
  wakeEdi(): Promise<void>;
  /** The companies that returns need; the carrier's labels come from there. */
  returns: ReturnsOutside;
  /** Where labels and slips lie. */
  files: FileStore;
  /** The origin that browsers reach the platform at, without a trailing slash. */
  publicUrl: string;
  /** Whose actions on documents of all stores are taken (roles#global-actions). */
  globalActions: ActionPolicy;
};

/** A thing that the API is about: the calls about it, and what a new database holds of it. */
type Resource = { routes(api: FastifyInstance, deps: ApiDeps): void; seed?: SeedPart };

/** Everything that the API is about; what is seeded later may refer to what came earlier. */
export const resources: readonly Resource[] = [
  { routes: storeRoutes },
  { routes: metaProductRoutes, seed: productsPart },
  { routes: orderRoutes, seed: ordersPart },
  { routes: masterProductRoutes, seed: masterProductsPart },
  { routes: customRuleRoutes, seed: customRulesPart },
  { routes: voucherRoutes, seed: vouchersPart },
  { routes: exoRoutes, seed: returnsPart },
  { routes: ediPartnerRoutes, seed: partnersPart },
  { routes: ediRoutes, seed: interchangesPart },
  { routes: labelProductRoutes, seed: labelProductsPart },
  { routes: shipmentRoutes },
  { routes: actionEventRoutes },
  { routes: blobRoutes },
];

/** What a new database is filled with, in order. */
export const seedParts: readonly SeedPart[] = resources.flatMap(({ seed }) => seed ?? []);
