import { storeTypeFacts } from "#contract/storeTypes.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import type { ProductState, StoredChange, StoredVariant } from "#platform/database/schema/metaproducts.ts";
import { namesFrom } from "#platform/seed/people.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import { dressOf } from "./attributes.ts";
import { type Article, articleOf } from "./catalogue.ts";
import { edgeCases } from "./edgeCases.ts";
import type { ProductRow } from "./row.ts";

const barcodeLike = /^\d{12,14}$/;

/** Search text: the group id, every SKU, and every barcode attribute, one per line. */
const productCodes = (groupId: string, variants: readonly StoredVariant[]): string =>
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

const externalStatusOf: Record<ProductState, string> = {
  draft: "Pending",
  live: "Created",
  withdrawn: "Withdrawn",
  rejected: "Rejected",
};

function variantsOf(
  store: SeedStore,
  article: Article,
  state: ProductState,
  random: Random,
): StoredVariant[] {
  const dress = dressOf(store.type);
  const partly = state === "draft" && random.chance(0.25);
  return article.sizes.map((size, index) => ({
    productSku: size.sku,
    attributes: dress.variant(article, size),
    status: { ExternalStatus: partly && index % 2 === 0 ? "Created" : externalStatusOf[state] },
  }));
}

function messagesFor(article: Article, random: Random): string[] {
  const [first, second] = article.sizes;
  const sku = (second ?? first)?.sku ?? article.styleCode;
  const possible = [
    `${sku}: the barcode is used by another product`,
    "Image 1 must be at least 1,000 pixels wide",
    "Missing attribute: Country of Origin",
    `Title is longer than 80 characters: ${article.title} with Cushioned Footbed and Non-marking Sole`,
    "Sale price must be lower than RRP",
    `${sku}: size ${second?.size ?? "–"} is not in the channel's size chart`,
    "Category is not mapped for this channel",
    `Colour '${article.colour}' needs a base colour`,
  ];
  const start = random.between(0, possible.length - 1);
  return [...possible.slice(start), ...possible.slice(0, start)].slice(0, random.between(1, 3));
}

function changesOf(article: Article, random: Random, anchor: Date): StoredChange[] {
  const code = `${article.styleCode}_${article.colourCode}`;
  let minutesAgo = random.between(8, 3000);
  const first = random.between(0, 4);
  return Array.from({ length: random.between(0, 5) }, (_, index): StoredChange => {
    const size = random.pick([article.sizes[0], ...article.sizes]);
    const updatedAt = new Date(anchor.getTime() - minutesAgo * 60_000).toISOString();
    minutesAgo += random.between(30, 9000);
    switch ((first + index) % 5) {
      case 0:
        return { code, attribute: "Price", oldValue: article.rrp + 10, newValue: article.rrp, updatedAt };
      case 1:
        return {
          code,
          attribute: "Title",
          oldValue: article.title.toUpperCase(),
          newValue: article.title,
          updatedAt,
        };
      case 2:
        return { code, attribute: "Image", oldValue: null, newValue: article.images[0] ?? null, updatedAt };
      case 3:
        return { code, attribute: "Season", oldValue: "Core", newValue: article.season, updatedAt };
      default: {
        const stock = size?.stock ?? 0;
        return {
          code: size?.sku ?? code,
          attribute: "Stock",
          oldValue: stock + random.between(1, 6),
          newValue: stock,
          updatedAt,
        };
      }
    }
  });
}

function statusOf(store: SeedStore, article: Article, random: Random): JsonObject {
  const [first = ""] = article.images;
  const carriesImages = storeTypeFacts[store.type].product.image !== undefined;
  if (carriesImages) return random.chance(0.5) ? { image_url: first } : {};
  return random.chance(0.85) ? { image_url: first } : { image_url_1: first };
}

const stateFor = (random: Random): ProductState => {
  const draw = random.fraction();
  if (draw < 0.68) return "live";
  if (draw < 0.92) return "draft";
  return draw < 0.97 ? "withdrawn" : "rejected";
};

function waitingCustomerFor(random: Random): JsonObject {
  const { first, last, mailbox } = namesFrom(random);
  return {
    FirstName: first,
    LastName: last,
    Ap21CustomerCode: `C${random.between(100000, 999999)}`,
    email: `${mailbox}@customer.example`,
  };
}

/**
 * The product at a position (from 1) of a store; `count` is the store's number of products. The last ones of a store
 * are the edge cases. Change times count back from `anchor`.
 */
export function productAt(store: SeedStore, position: number, count: number, anchor: Date): ProductRow {
  const random = randomFor(`product ${store.alias} ${position}`);
  const article = articleOf(store.id, store.brands, position);
  const state = stateFor(random);
  const groupId = `${article.styleCode}_${article.colourCode}`;
  const variants = variantsOf(store, article, state, random);
  const row: ProductRow = {
    id: `${store.alias}-${article.styleCode}-${article.colourCode}`.toLowerCase(),
    store_id: store.id,
    position,
    group_id: groupId,
    title: article.title,
    codes: "",
    state,
    attributes: dressOf(store.type).group(article),
    variants,
    status: statusOf(store, article, random),
    validation_messages: random.chance(state === "live" ? 0.06 : 0.45) ? messagesFor(article, random) : [],
    changes: changesOf(article, random, anchor),
    waiting_customer: random.chance(0.3) ? waitingCustomerFor(random) : null,
  };
  const odd = edgeCases[count - position];
  const finished = odd ? { ...row, ...odd(row, store) } : row;
  return { ...finished, codes: productCodes(finished.group_id, finished.variants) };
}
