import { expect, test } from "vitest";
import { listAt } from "./paths.ts";

test("the lists of records have an address to be worked through; other pages have none [queue#start]", () => {
  expect(listAt("/returns/?status=failed&step=triage")).toEqual({
    ...{ kind: "returns", alias: "", list: "?status=failed&step=triage" },
  });
  expect(listAt("/store/CLK/orders")).toEqual({ kind: "orders", alias: "CLK", list: "" });
  expect(listAt("/edi/myer/orders?state=failed")?.kind).toBe("edi-orders");
  expect(listAt("/returns/credits?store=CLK")).toEqual({ kind: "credits", alias: "", list: "?store=CLK" });
  expect(listAt("/products/refused?message=a")).toEqual({ kind: "products", alias: "", list: "?message=a" });
  expect(listAt("/store/CLK/products?invalid=1")?.alias).toBe("CLK");
  expect(["/orders/order-1", "/store/CLK/customrules", "/products"].map(listAt)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
