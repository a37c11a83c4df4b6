import type { StoredVariant } from "#platform/database/schema/metaproducts.ts";

const barcodeLike = /^\d{12,14}$/;

/** What a code search looks through, one per line: the group id, every SKU, and every attribute that is a barcode. */
export const productCodes = (groupId: string, variants: readonly StoredVariant[]): string =>
  [
    ...new Set([
      groupId,
      ...variants.flatMap(({ productSku, attributes }) => [
        productSku,
        ...Object.values(attributes ?? {}).filter(
          (value): value is string => typeof value === "string" && barcodeLike.test(value),
        ),
      ]),
    ]),
  ].join("\n");
