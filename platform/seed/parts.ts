import { interchangesPart } from "./edi/load.ts";
import { partnersPart } from "./edi/partners.ts";
import { returnsPart } from "./exos/load.ts";
import { labelProductsPart } from "./labels/products.ts";
import { ordersPart } from "./orders/load.ts";
import type { SeedPart } from "./part.ts";
import { productsPart } from "./products/load.ts";
import { masterProductsPart } from "./products/masterProducts.ts";
import { customRulesPart } from "./rules.ts";
import { vouchersPart } from "./vouchers.ts";

/** The seed's parts; later ones may refer to earlier ones. */
export const seedPartsInOrder: readonly SeedPart[] = [
  productsPart,
  ordersPart,
  masterProductsPart,
  customRulesPart,
  vouchersPart,
  returnsPart,
  partnersPart,
  interchangesPart,
  labelProductsPart,
];
