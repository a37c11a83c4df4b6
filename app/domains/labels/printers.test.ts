import { expect, test } from "vitest";
import { isLabelPrinter, languageOf, languageTold } from "./printers.ts";

test.each([
  ["Counter", "ZDesigner GK420d", "ZPL"],
  ["Counter", "ZDesigner GK420d (EPL)", "EPL"],
  ["Counter", "ZDesigner ZD421-203dpi ZPL", "ZPL"],
  ["Counter", "ZDesigner LP 2844", "EPL"],
  ["Counter", "ZDesigner LP 2844-Z", "ZPL"],
  ["Counter", "zebra.ppd", "ZPL"],
  ["Counter", "zebraep2.ppd", "EPL"],
  ["ZDesigner GK420d", undefined, "ZPL"],
  ["ZDesigner GK420d (EPL)", undefined, "EPL"],
  ["ZDesigner ZD421-203dpi ZPL", undefined, "ZPL"],
  ["ZDesigner LP 2844", undefined, "EPL"],
  ["ZDesigner LP 2844-Z", null, "ZPL"],
  // The driver decides, whatever somebody called the printer.
  ["LP in the back room", "ZDesigner ZD421-203dpi ZPL", "ZPL"],
  ["Old zebra", "ZDesigner LP 2844", "EPL"],
  // A driver that says nothing leaves it to the name.
  ["LP2844", "Generic / Text Only", "EPL"],
  ["ZEBRA one", "raw", "ZPL"],
  ["zebra_epl2", "", "EPL"],
  // Whole words of a name, for anybody may have given it.
  ["Alpine_Room", undefined, "ZPL"],
  ["Replacement", "raw", "ZPL"],
] as const)("%s with the driver %s speaks its language, and is offered", (name, driver, language) => {
  expect(languageOf({ name, driver })).toBe(language);
  expect(isLabelPrinter({ name, driver })).toBe(true);
});

test.each([
  ["HP LaserJet 400", "HP Universal Printing PCL 6"],
  ["Canon iR-ADV", undefined],
  ["Microsoft Print to PDF", "Microsoft Print To PDF"],
  ["Brother QL-820NWB", null],
])("%s is not offered", (name, driver) => {
  expect(isLabelPrinter({ name, driver })).toBe(false);
});

test.each([
  ["Counter", "ZDesigner GK420d", "driver"],
  ["LP2844", "Generic / Text Only", "name"],
  ["Alpine_Room", undefined, "name"],
  ["Alpine_Room", "raw", "driver"],
] as const)("the language of %s with the driver %s is told by its %s", (name, driver, by) => {
  expect(languageTold({ name, driver }).by).toBe(by);
});

test("'Alpha' holds lp: the rule offers it all the same [labels#printers]", () => {
  expect(isLabelPrinter({ name: "Alpha" })).toBe(true);
});
