import { callPortalApi } from "#app/core/api/api.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { toListed } from "#app/core/lists/listed.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import { productTitle } from "#app/core/specification/products.ts";
import { imageAddresses, momentOf, shorten, timeOf, toMoment, toText } from "#app/core/values/values.ts";
import { type Finder, nonEmpty } from "#app/features/find/finder.server.ts";
import { holds, names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import { findPath } from "#app/features/find/paths.ts";
import { viewList } from "#app/features/views/viewList.server.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getProducts, type MasterProduct } from "#contract/masterproducts.ts";
import { comparable } from "#contract/typedText.ts";
import { type MasterFilter, masterProductPath, masterProductsPath, masterSearch } from "./paths.ts";

/** Rows per page. The call has no paging, so the portal does it (product-master#pages). */
export const masterPageSize = 50;

export type ImageGroup = { name: string; images: string[] };

/** All images of a style by their group, in the order sent; images without a group are under ''. */
export function imageGroups(product: MasterProduct): ImageGroup[] {
  const groups = new Map<string, string[]>();
  const sent = [...(product.colours ?? []).flatMap(({ images }) => images ?? []), ...(product.images ?? [])];
  for (const { groupName, imageUrl } of sent) {
    const name = toText(groupName);
    const group = groups.get(name) ?? [];
    for (const address of imageAddresses(imageUrl)) if (!group.includes(address)) group.push(address);
    groups.set(name, group);
  }
  return [...groups].flatMap(([name, images]) => (images.length === 0 ? [] : [{ name, images }]));
}

const maxTextLength = 120;

function toMasterRow(product: MasterProduct, filter: MasterFilter) {
  const image = imageGroups(product)[0]?.images[0];
  const updatedAt = toMoment(product.updatedAt) ?? toText(product.updatedAt);
  return {
    key: product.styleCode,
    href: masterProductPath(filter, product.styleCode),
    image,
    styleCode: shorten(product.styleCode, 80),
    brandGroup: shorten(toText(product.attributes?.brandGroup), maxTextLength),
    brand: shorten(toText(product.attributes?.brandLabel), maxTextLength),
    name: shorten(toText(product.attributes?.styleName), maxTextLength),
    /** An ISO moment, or the unreadable value of the server. */
    updatedAt: updatedAt || undefined,
  };
}
export type MasterRow = ReturnType<typeof toMasterRow>;

const searched = (row: WireRow<MasterProduct>): string =>
  comparable(
    row.readable
      ? [
          row.row.styleCode,
          row.row.attributes?.styleName,
          row.row.attributes?.brandLabel,
          row.row.attributes?.brandGroup,
        ]
          .map(toText)
          .join("\n")
      : row.id,
  );

const brandOf = (row: WireRow<MasterProduct>) => (row.readable ? toText(row.row.attributes?.brandLabel) : "");

const byName = new Intl.Collator("en-AU", { numeric: true }).compare;

type Sort = NonNullable<MasterFilter["sort"]>;

const facts: Record<Sort, { of: (product: MasterProduct) => string | number; isDown: boolean }> = {
  updated: { of: ({ updatedAt }) => timeOf(momentOf(updatedAt)), isDown: true },
  untouched: { of: ({ updatedAt }) => timeOf(momentOf(updatedAt)), isDown: false },
  code: { of: ({ styleCode }) => styleCode, isDown: false },
  "code-down": { of: ({ styleCode }) => styleCode, isDown: true },
  name: { of: ({ attributes }) => toText(attributes?.styleName), isDown: false },
  "name-down": { of: ({ attributes }) => toText(attributes?.styleName), isDown: true },
};

const isUnknown = (fact: string | number): boolean => fact === "" || fact === Number.NEGATIVE_INFINITY;

const compared = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : byName(String(one), String(other));

/** The sorted rows; those without the sorted value are last, in either direction. */
function inOrder(rows: readonly WireRow<MasterProduct>[], sort: Sort | undefined) {
  if (sort === undefined) return rows;
  const { of, isDown } = facts[sort];
  const rowFacts = rows.map((row) => ({ row, fact: row.readable ? of(row.row) : "" }));
  const text = rowFacts.filter(({ fact }) => !isUnknown(fact));
  text.sort(({ fact: one }, { fact: other }) => (isDown ? compared(other, one) : compared(one, other)));
  return [...text, ...rowFacts.filter(({ fact }) => isUnknown(fact))].map(({ row }) => row);
}

/** The brands of all styles by name, except those too long for a URL. */
export const brandsOf = (rows: readonly WireRow<MasterProduct>[]): string[] =>
  [...new Set(rows.map(brandOf))]
    .filter((brand) => brand !== "" && brand.length <= maxTextLength)
    .sort(byName);

/** One page of the list: of the chosen brand, if any, with every search word in the code, name or brands. */
export function toMasterPage(rows: readonly WireRow<MasterProduct>[], filter: MasterFilter) {
  const words = comparable(filter.query).split(/\s+/).filter(Boolean);
  const ofBrand = filter.brand === "" ? rows : rows.filter((row) => brandOf(row) === filter.brand);
  const matches =
    words.length === 0
      ? ofBrand
      : ofBrand.filter((row) => {
          const text = searched(row);
          return words.every((word) => text.includes(word));
        });
  const ordered = inOrder(matches, filter.sort);
  const start = (filter.page - 1) * masterPageSize;
  return {
    rows: toListed(ordered.slice(start, start + masterPageSize), (product) => toMasterRow(product, filter)),
    pages: Math.max(1, Math.ceil(matches.length / masterPageSize)),
  };
}

export const findMasterProduct = (rows: readonly WireRow<MasterProduct>[], styleCode: string) =>
  rows.find((row) => (row.readable ? row.row.styleCode : row.id) === styleCode);

/** The panel 'Product Data - {styleCode}' (product-master#detail); `raw` is the row as the server sent it. */
export function toMasterDetail(product: MasterProduct, raw: unknown) {
  const { attributes } = product;
  const updatedAt = toMoment(product.updatedAt) ?? toText(product.updatedAt);
  return {
    title: productTitle(shorten(product.styleCode, 80)),
    styleCode: product.styleCode,
    facts: [
      { label: "Name", value: toText(attributes?.styleName) },
      { label: "Brand Group", value: toText(attributes?.brandGroup) },
      { label: "Brand", value: toText(attributes?.brandLabel) },
    ],
    updatedAt: updatedAt || undefined,
    groups: imageGroups(product),
    // All results: the only exact match is this style itself.
    findHref: findPath(product.styleCode, true),
    rawText: JSON.stringify(raw),
  };
}

export function toMasterUnavailable(
  styleCode: string,
  { error, problem }: { error: ErrorView | undefined; problem: string | undefined },
) {
  const name = shorten(styleCode, 80);
  const explanation =
    problem === undefined
      ? `The style ${name} was not found in the Product Master.`
      : `The style ${name} could not be read: ${problem}`;
  return {
    isShown: false as const,
    title: productTitle(name),
    explanation: error ? undefined : explanation,
    error,
  };
}

const stored = keepPerSession<WireRow<MasterProduct>[]>({
  keepForMs: 60_000,
  keepAtMost: 100,
  read: (user) => callPortalApi(user, getProducts),
});

/**
 * Every style of all stores, in the server's order (calls#master-products). The call returns the
 * whole list, which is cached per session for 60 seconds: paging, searching and opening a style
 * cost no call. `refresh` bypasses the cache. Throws ApiError.
 */
export const listMasterProducts = (user: User, { refresh = false } = {}) => stored(user, "", { refresh });

export const masterProductRef = (id: string): RecordRef => ({ kind: "master-product", store: "", id });
export const masterState = { revision: "", lines: [] };

async function readStyle(user: User, { id }: RecordRef) {
  const row = findMasterProduct(await listMasterProducts(user), id);
  return row?.readable ? { name: shorten(id, 80), ...masterState } : undefined;
}

const most = 20;

async function search(user: User, parsed: ParsedSearch) {
  const rows = await listMasterProducts(user);
  // A SKU begins with its style's code.
  const style = parsed.code?.split("_")[0]?.toLowerCase();
  const found = rows.flatMap((read) => {
    if (!read.readable) return [];
    const { styleCode, attributes } = read.row;
    const [name, brand] = [toText(attributes?.styleName), toText(attributes?.brandLabel)];
    if (styleCode.toLowerCase() !== style && !holds(parsed, styleCode, name, brand)) return [];
    return [
      {
        href: masterProductPath(masterSearch.every, styleCode),
        title: shorten(name || styleCode, 120),
        about: { rest: nonEmpty(styleCode, brand).map((text) => shorten(text, 80)) },
        isExact: names(parsed, styleCode),
      },
    ];
  });
  return {
    hits: found.slice(0, most),
    isCut: found.length > most,
    more: found.length > most ? masterProductsPath({ query: parsed.text }) : undefined,
  };
}

const styleFinder: Finder = {
  kind: "styles",
  label: "Product Master",
  by: "style code, name and brand",
  permission: "masterproducts",
  find: (user, parsed) =>
    parsed.text.length < 2 || parsed.email || parsed.exoName || parsed.raNumber
      ? undefined
      : search(user, parsed),
};

/** Styles of the Product Master (notes#whose, views#what). */
export const masterRecord: RecordKind = {
  key: "master-product",
  noun: "style",
  ref: (_, id) => masterProductRef(id),
  read: readStyle,
  href: ({ id }) => masterProductPath(masterSearch.every, id),
  finder: styleFinder,
  views: [
    viewList({
      title: "Product Master",
      permission: "masterproducts",
      at: /^\/products\/?$/,
      search: masterSearch,
      path: (_, { refresh: __, ...filter }) => masterProductsPath(filter),
    }),
  ],
};
