import { expect, test } from "vitest";
import { designChoices, designOf } from "./label.ts";

test("only Reebok has a choice of designs, RBK first; the others print Common [labels#designs]", () => {
  expect(designChoices("Reebok")).toEqual([
    { value: "RBK", label: "Reebok - Price Only" },
    { value: "Common", label: "Reebok - Price & Barcode" },
  ]);
  expect(designOf("Reebok", undefined)).toBe("RBK");
  expect(designOf("Reebok", "Common")).toBe("Common");
  expect(designChoices("Clarks")).toEqual([]);
  expect(designOf("Clarks", "RBK")).toBe("Common");
});
