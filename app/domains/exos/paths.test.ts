import { expect, test } from "vitest";
import { wireFilters } from "./api.server.ts";
import { exoSearch } from "./paths.ts";

const everything = exoSearch.every;
const stores = [
  { storeName: "Shoes and Sox", storeAlias: "SNS", storeType: "bigcommerce" },
  { storeName: "Reebok", storeAlias: "RBK", storeType: "shopify" },
];

test("only filters with an effect are sent: five filters of all stores, the search term of one, stores by name [returns#filters, returns#store-list, returns#filter-wire]", () => {
  const five = { statuses: ["hold"], stores: ["sns", "NEW"], orderId: "1", raNumber: "RA", email: "k" };
  const filter = { ...everything, ...five, term: "t" };
  expect(wireFilters({ store: undefined, stores }, filter)).toEqual({
    ...{ statusCodes: ["hold"], stores: ["Shoes and Sox", "NEW"] },
    ...{ orderId: "1", raNumber: "RA", emailAddress: "k" },
  });
  const ofOne = { statusCodes: ["hold"], stores: ["Reebok"], searchTerm: "t" };
  expect(wireFilters({ store: stores[1], stores }, filter)).toEqual(ofOne);
  expect(wireFilters({ store: undefined, stores }, everything)).toEqual({});
});
