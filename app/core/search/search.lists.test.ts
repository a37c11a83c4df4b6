import fc from "fast-check";
import { expect, test } from "vitest";
import { loginSearch } from "#app/core/http/safeRedirect.ts";
import {
  ediOrderSearch,
  ediOrderView,
  interchangeSearch,
  interchangeView,
  segmentSearch,
  textForm,
} from "#app/domains/edi/partner/paths.ts";
import {
  storeEdiOrderPaths,
  storeInterchangePaths,
  storeInterchangeView,
} from "#app/domains/edi/store/paths.ts";
import { exoSearch, exoView } from "#app/domains/exos/paths.ts";
import {
  labelFilterSearch,
  labelLookSearch,
  labelProductSearch,
  labelSetSearch,
} from "#app/domains/labels/search.ts";
import { masterSearch } from "#app/domains/masterproducts/paths.ts";
import { productExport, productSearch, productView } from "#app/domains/metaproducts/paths.ts";
import { orderSearch, orderView } from "#app/domains/orders/paths.ts";
import {
  ruleCopy,
  ruleMatchSearch,
  rulePriceSearch,
  ruleSearch,
  ruleValueSearch,
  ruleView,
} from "#app/domains/rules/paths.ts";
import { shipmentPaths } from "#app/domains/shipments/paths.ts";
import { largeSheetSearch, sheetSearch } from "#app/features/sheets/sheetChoices.ts";
import type { Search } from "./search.ts";
import { newsSearch, openerSearch } from "./search.ts";

type Named = Record<string, Omit<Search<object>, "keys">>;

/** Lists with the searches that share their URL. */
const addresses: Record<string, Named> = {
  exos: { exoSearch, exoView, openerSearch, newsSearch },
  orders: { orderSearch, orderView, openerSearch, largeSheetSearch },
  products: { productSearch, productView, openerSearch, productExport },
  masters: { masterSearch },
  shipments: { shipmentSearch: shipmentPaths.search, sheetSearch },
  rules: { ruleSearch, ruleView, rulePriceSearch, ruleCopy },
  ruleValues: { ruleValueSearch },
  ruleMatches: { ruleMatchSearch },
  interchanges: { interchangeSearch, interchangeView, openerSearch, newsSearch },
  ediOrders: { ediOrderSearch, ediOrderView, openerSearch, newsSearch },
  segments: { segmentSearch },
  text: { textForm },
  storeInterchanges: { storeInterchangeSearch: storeInterchangePaths.search, storeInterchangeView },
  storeEdiOrders: { storeEdiOrderSearch: storeEdiOrderPaths.search },
  labels: { labelFilterSearch, labelProductSearch, labelLookSearch, labelSetSearch },
  login: { loginSearch },
};

const tables = [...new Map(Object.values(addresses).flatMap((parts) => Object.entries(parts)))];

/** Values that include a non-default one of every enumerated field. */
const known = ["1", "2", "all", "text", "detail", "raw", "history", "inbound", "yes", "no", "name", "active"];
const more = [
  ...["late", "inventory", "parcel", "ORDERS", "DESADV", "RBK", "batch", "bytes", "failed", "2026-11-20"],
  ...["oldest", "confirmation", "test", "response", "roomy", "a b&c=d#é/", "0", "-1", ""],
];

const isLabelField = (name: string): boolean => /^(n|o)\.$/.test(name);
const nameOf = (name: string): string => (isLabelField(name) ? `${name}123` : name);

test.each(tables)(
  "%s: what it reads, with any letters, is what it wrote [addresses#everything-has-one, addresses#bad-filter]",
  (_, table) => {
    const name = fc.constantFrom(...Object.values<string>(table.names).map(nameOf));
    const value = fc.oneof(fc.constantFrom(...known, ...more), fc.string({ unit: "binary", maxLength: 250 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (entries) => {
        const read = table.read(entries);
        expect(table.read(table.write(read))).toEqual(read);
        expect(table.same(entries, table.write(read))).toBe(true);
      }),
    );
  },
);

test.each(tables)("%s distinguishes two URLs by every field, and omits a default", (_, table) => {
  for (const name of Object.values<string>(table.names).map(nameOf)) {
    const values = [...known, ...more].filter((value) => !table.same([[name, value]], ""));
    expect(values, `no value is known for ${name}`).not.toEqual([]);
  }
  expect(table.write(table.every)).toBe("");
});

test.each(Object.entries(addresses))("no two fields of an address have one name: %s", (_, parts) => {
  const names = Object.values(parts).flatMap((table) => Object.values<string>(table.names));
  expect(names).toEqual([...new Set(names)]);
});
