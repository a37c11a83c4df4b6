import type { JsonObject } from "#platform/database/schema/columns.ts";
import { masterProducts } from "#platform/database/schema/products.ts";
import { randomFor } from "#platform/seed/random.ts";
import { type SeedSize, tablePart } from "#platform/seed/seed.ts";
import { productCount, type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { articleOf } from "./catalogue.ts";

const counts: Record<SeedSize, number> = { small: 60, demo: 160, large: 2000 };

const groupNames = ["Hero", "Side", "Sole", "Lifestyle"] as const;
const minute = 60_000;

// The brand stores: their styles are the master's own, whatever other channels sell them.
const brandStores = seedStores.filter(({ managementBaseUrl }) => managementBaseUrl !== null);

const brandGroupOf = (department: string) =>
  department === "Kids" ? "Kids Footwear" : "Fashion and Footwear";

function withImages(images: string[]) {
  return images.map((imageUrl, index) => ({
    groupName: groupNames[index % groupNames.length] ?? groupNames[0],
    imageUrl,
  }));
}

function storeAt(index: number): SeedStore {
  const store = brandStores[index % brandStores.length];
  if (!store) throw new Error("The seed has no brand store");
  return store;
}

/** The n-th style of the product master (from 0). The last ones lack images, attributes or a colour. */
function masterProductAt(index: number, size: SeedSize, anchor: Date): typeof masterProducts.$inferInsert {
  const store = storeAt(index);
  const number = Math.floor(index / brandStores.length) + 1;
  const random = randomFor(`master ${store.alias} ${number}`);
  const article = articleOf(store.id, store.brands, number);
  const others = Array.from({ length: random.between(0, 3) }, (_, other) =>
    articleOf(store.id, store.brands, number + (other + 1) * (productCount(store, size) + 1)),
  );
  const fromEnd = counts[size] - 1 - index;
  const document: JsonObject = {
    attributes: {
      brandGroup: brandGroupOf(article.department),
      brandLabel: article.brand,
      styleName: article.title,
      department: article.department,
      season: article.season,
      material: article.material,
    },
    colours: [article, ...others].map(({ colourCode, colour, images }) => ({
      colourCode,
      colourName: colour,
      images: withImages(images),
    })),
    images: withImages(article.images.slice(0, 1)),
  };
  const odd: JsonObject[] = [
    { images: [], colours: [] },
    { attributes: null },
    { colours: null, images: null },
    { attributes: { styleName: `<script>alert("style")</script>`, brandLabel: 7, brandGroup: null } },
  ];
  return {
    styleCode: article.styleCode,
    updatedAt: new Date(anchor.getTime() - random.between(5, 60_000) * minute),
    document: { ...document, ...odd[fromEnd] },
  };
}

export const masterProductsPart = tablePart("master products", masterProducts, (size, anchor) =>
  Array.from({ length: counts[size] }, (_, index) => masterProductAt(index, size, anchor)),
);
