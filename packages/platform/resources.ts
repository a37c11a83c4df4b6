import type { FastifyInstance } from "fastify";
import type { ActionPolicy } from "#contract/capabilities.ts";
import type { Database } from "#database/connect.ts";
import { actionEventRoutes } from "./domains/actions/routes.ts";
import { ediPartnerRoutes, ediRoutes } from "./domains/edi/routes.ts";
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
import type { Jobs } from "./jobs/start.ts";
import type { FileStore } from "./outside/files/fileStore.ts";
import type { ReturnsOutside } from "./outside/returns.ts";
import { interchangesPart } from "./seed/edi/load.ts";
import { partnersPart } from "./seed/edi/texts.ts";
import { returnsPart } from "./seed/exos/exos.ts";
import { labelProductsPart } from "./seed/labels.ts";
import { ordersPart } from "./seed/orders/orders.ts";
import { masterProductsPart } from "./seed/products/masterProducts.ts";
import { productsPart } from "./seed/products/products.ts";
import { customRulesPart } from "./seed/rules.ts";
import type { SeedPart } from "./seed/seed.ts";
import { vouchersPart } from "./seed/stores.ts";

export type ApiDeps = Omit<Jobs, "stop"> & {
  database: Database;
  /** The outside companies of returns, including the carrier with its labels. */
  returns: ReturnsOutside;
  files: FileStore;
  /** The platform's origin for browsers, without a trailing slash. */
  publicUrl: string;
  /** The users allowed to act on documents of all stores (roles#global-actions). */
  globalActions: ActionPolicy;
  /** The largest EDI file that is taken in, in KB of 1,024 bytes (edi#file-refused). */
  ediFileLimit: number;
};

type Resource = { routes(api: FastifyInstance, deps: ApiDeps): void; seed?: SeedPart };

/** Every resource of the API; seed data may refer to that of earlier ones. */
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

/** Seed data of a new database, in order. */
export const seedParts: readonly SeedPart[] = resources.flatMap(({ seed }) => seed ?? []);
