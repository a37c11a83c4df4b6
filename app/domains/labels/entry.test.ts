import { expect, test } from "vitest";
import { noRecordOf, readBarcode, readPrice, readQuantity } from "./entry.ts";
import { refusedBarcode } from "./search.ts";

const valuesOf = <Value>(read: (text: string) => { value: Value } | { problem: string }, texts: string[]) =>
  texts.map((text) => {
    const found = read(text);
    return "value" in found ? found.value : "refused";
  });

test("a price is digits with up to two decimals, required, and printed with two [labels#price-entry]", () => {
  const right = ["59.95", "59.9", "59.", "59", ".5", " 7 ", "0", "007.10"];
  expect(valuesOf(readPrice, right)).toEqual([
    ...["59.95", "59.90", "59.00", "59.00", "0.50", "7.00", "0.00", "7.10"],
  ]);
  const wrong = ["5.955", "-1", "1,50", "$5", "1e3", "abc", ".", "5 5", "9999999"];
  expect(valuesOf(readPrice, wrong)).toEqual(wrong.map(() => "refused"));
  expect(readPrice("  ")).toEqual({ problem: "Enter a price." });
});

test("a quantity is digits, three at most; nothing is 0 [labels#quantity]", () => {
  expect(valuesOf(readQuantity, ["", "0", "1", "007", "999"])).toEqual([0, 0, 1, 7, 999]);
  const wrong = ["1000", "-1", "1.5", "x", "1 2", "٣"];
  expect(valuesOf(readQuantity, wrong)).toEqual(wrong.map(() => "refused"));
});

const carton = "19300000101003";
const notBarcodes = [
  [carton, "It is the code of a carton (GTIN-14): scan a piece of it."],
  ["930000010100605", "Its last 2 digits are an add-on: set the scanner to leave add-ons out."],
  ["930000010100612345", "Its last 5 digits are an add-on: set the scanner to leave add-ons out."],
  ["03600029145212", "Its last 2 digits are an add-on"],
  ["93000001010064", "'93000001010064' is not one."],
  ["ABC-1", "'ABC-1' is not one."],
] as const;

test("a code of 8, 12 or 13 digits, or a shorter number, is taken unchanged, whatever its check digit [labels#barcode]", () => {
  const codes = ["9312345678907", "9312345678900", "036000291452", "96385074", "1"];
  expect(valuesOf(readBarcode, codes)).toEqual(codes);
  expect(valuesOf(readBarcode, ["", " 93 "])).toEqual(["refused", "93"]);
});

test.each(notBarcodes)(
  "%s is refused whole, and told what it is, at every entrance [labels#barcode]",
  (code, words) => {
    const entrances = {
      "the field, another field, a station's field, a scan into the batch": (scanned: string) => {
        const read = readBarcode(scanned);
        return "problem" in read ? read.problem : undefined;
      },
      "a look-up": (scanned: string) => refusedBarcode(`?barcode=${scanned}`),
    };
    for (const [entrance, refusal] of Object.entries(entrances)) {
      const refused = refusal(code);
      expect(refused, entrance).toContain("A barcode has digits only, 13 at most");
      expect(refused, entrance).toContain(code);
      expect(refused, entrance).toContain(words);
      expect(refusal("9312345678907"), entrance).toBeUndefined();
    }
  },
);

test("a code that no product has is told to be misread where its check digit says so [labels#not-found]", () => {
  const misread = ["9312345678900", "036000291450", "96385070"].map(noRecordOf);
  for (const said of misread)
    expect(said).toContain("No record found for this Barcode! Its check digit is wrong");
  for (const code of ["9312345678907", "4711"])
    expect(noRecordOf(code)).toBe("No record found for this Barcode!");
});
