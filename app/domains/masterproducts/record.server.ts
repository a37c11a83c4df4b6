import type { User } from "#app/auth/guard.server.ts";
import { type Finder, said } from "#app/find/finder.server.ts";
import { holds, names, type ParsedSearch } from "#app/find/parsedSearch.ts";
import { callPortalApi } from "#app/http/api.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import type { NoteRef } from "#app/notes/notes.ts";
import type { RecordKind } from "#app/recordPages/recordKind.server.ts";
import { viewList } from "#app/savedViews/viewList.server.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getProducts, type MasterProduct } from "#contract/masterproducts.ts";
import { findMasterProduct } from "./model.ts";
import { masterProductPath, masterProductsPath, masterSearch } from "./paths.ts";

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

export const masterProductRef = (id: string): NoteRef => ({ kind: "master-product", store: "", id });
export const masterState = { revision: "", lines: [] };

async function readStyle(user: User, { id }: NoteRef) {
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
        about: said(styleCode, brand).map((text) => shorten(text, 80)),
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
