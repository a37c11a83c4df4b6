import { expect, test } from "vitest";
import { isLabelPrinter, languageOf, languageTold } from "./settings.ts";

/** A printer's name and driver, its language, and which of the two determined it. */
const labelPrinters = [
  ["Counter", "ZDesigner GK420d", "ZPL", "driver"],
  ["Counter", "ZDesigner GK420d (EPL)", "EPL", "driver"],
  ["Counter", "ZDesigner ZD421-203dpi ZPL", "ZPL", "driver"],
  ["Counter", "ZDesigner LP 2844", "EPL", "driver"],
  ["Counter", "ZDesigner LP 2844-Z", "ZPL", "driver"],
  ["Counter", "zebra.ppd", "ZPL", "driver"],
  ["Counter", "zebraep2.ppd", "EPL", "driver"],
  ["ZDesigner GK420d", undefined, "ZPL", "name"],
  ["ZDesigner GK420d (EPL)", undefined, "EPL", "name"],
  ["ZDesigner ZD421-203dpi ZPL", undefined, "ZPL", "name"],
  ["ZDesigner LP 2844", undefined, "EPL", "name"],
  ["ZDesigner LP 2844-Z", null, "ZPL", "name"],
  // The driver decides, whatever the printer is called.
  ["LP in the back room", "ZDesigner ZD421-203dpi ZPL", "ZPL", "driver"],
  ["Old zebra", "ZDesigner LP 2844", "EPL", "driver"],
  // If the driver is generic, the name decides.
  ["LP2844", "Generic / Text Only", "EPL", "name"],
  ["ZEBRA one", "raw", "ZPL", "driver"],
  ["zebra_epl2", "", "EPL", "name"],
  // Only whole words of a name count, since anybody may have given it.
  ["Alpine_Room", undefined, "ZPL", "name"],
  ["Alpha", undefined, "ZPL", "name"],
] as const;

test("a printer's driver tells its language, else whole words of its name, and the page says which [labels#language]", () => {
  const known = labelPrinters.map(([name, driver]) => {
    const { by } = languageTold({ name, driver });
    return [name, driver, languageOf({ name, driver }), by];
  });
  expect(known).toEqual(labelPrinters);
});

test("only printers that can print labels are offered [labels#printers]", () => {
  const others = [
    ["HP LaserJet 400", "HP Universal Printing PCL 6"],
    ["Canon iR-ADV", undefined],
    ["Microsoft Print to PDF", "Microsoft Print To PDF"],
    ["Brother QL-820NWB", null],
  ] as const;
  const offered = [...labelPrinters, ...others].filter(([name, driver]) => isLabelPrinter({ name, driver }));
  expect(offered).toEqual(labelPrinters);
});

test("a printer is offered only if its name can be chosen and signed for, blanks at its ends included [labels#printers]", () => {
  const isOffered = (name: string) => isLabelPrinter({ name, driver: "ZDesigner" });
  for (const name of [" Zebra leading", "Zebra trailing ", "ü 日本", "x".repeat(200)])
    expect(isOffered(name), name).toBe(true);
  for (const name of ["", "two\nlines", "x".repeat(201), "half \ud800"])
    expect(isOffered(name), name).toBe(false);
});
