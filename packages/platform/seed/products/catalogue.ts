import { type PictureKind, storedImage } from "#platform/domains/images/names.ts";
import { recorded } from "#platform/seed/fixtures.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";

type Line = {
  kind: PictureKind;
  nouns: readonly [string, ...string[]];
  department: readonly [string, ...string[]];
  materials: readonly [string, ...string[]];
  sizes: readonly [string, ...string[]];
  price: readonly [number, number];
};

/** Code, name, and the colour of its pictures as RRGGBB. */
type Colour = readonly [string, string, string];
type Catalogue = {
  lines: readonly [Line, ...Line[]];
  styleNames: readonly [string, ...string[]];
  colours: readonly [Colour, ...Colour[]];
};

const { lines, styleNames, colours }: Catalogue = recorded("catalogue");

/** 13 digits whose last one is the EAN-13 check digit of the first twelve. */
function ean13(first12: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index += 1) sum += Number(first12[index]) * (index % 2 === 0 ? 1 : 3);
  return `${first12}${(10 - (sum % 10)) % 10}`;
}

function sizesOf(line: Line, random: Random, code: string, article: number) {
  const from = random.between(0, Math.max(0, line.sizes.length - 5));
  const sold = line.sizes.slice(from, from + random.between(3, 7));
  return sold.map((size, index) => ({
    sku: `${code}_${size}`,
    size,
    barcode: ean13(`93${String(article % 10_000_000).padStart(7, "0")}${String(index + 100)}`),
    stock: random.chance(0.2) ? 0 : random.between(1, 38),
  }));
}

/** A partner's price for an article, AUD. */
export const wholesaleOf = ({ rrp }: { rrp: number }): number => Math.floor(rrp * 0.53) + 0.95;

/**
 * A store's n-th article, always the same one for the same store and number: a style in one colour from the retailer's
 * product master, before any channel formats it. Prices in AUD.
 */
export function articleOf(storeId: number, brands: readonly [string, ...string[]], number: number) {
  const random = randomFor(`article ${storeId} ${number}`);
  const line = random.pick(lines);
  const [colourCode, colour, paint] = random.pick(colours);
  const styleCode = String(storeId * 10_000_000 + 200_000 + number);
  const department = random.pick(line.department);
  const rrp = random.between(...line.price) + 0.95;
  const picture = (view: number) =>
    storedImage({ kind: line.kind, paint, variation: (number * 7 + view) % 1000 });
  return {
    styleCode,
    colourCode,
    colour,
    brand: random.pick(brands),
    title: `${random.pick(styleNames)} ${department} ${random.pick(line.nouns)} ${colour}`,
    department,
    material: random.pick(line.materials),
    season: random.pick(["AW25", "SS25", "AW26", "SS26", "Core"]),
    rrp,
    sale: random.chance(0.35) ? Math.round(rrp * random.pick([0.5, 0.6, 0.7, 0.8]) * 100) / 100 : undefined,
    sizes: sizesOf(line, random, `${styleCode}_${colourCode}`, storeId * 100_000 + number),
    images: Array.from({ length: random.between(1, 4) }, (_, view) => picture(view)),
  };
}

export type Article = ReturnType<typeof articleOf>;
