import { expect, test } from "vitest";
import { isSameNumber, noRecordOf, readBarcode, readPrice, readQuantity, spellingsOf } from "./entry.ts";
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
  const wrong = ["5.955", "-1", "1,50", "$5", "1e3", "abc", ".", "5 5", "1000000", "0000007"];
  expect(valuesOf(readPrice, wrong)).toEqual(wrong.map(() => "refused"));
  expect(readPrice("  ")).toEqual({ problem: "Enter a price." });
});

test("a barcode of any length is neither a price nor a quantity, alone or behind one, and the words say where it belongs [labels#scan-keys]", () => {
  for (const code of ["9301000041019", "09301000021004", "301000141009", "96385074", "00000017"])
    for (const had of ["", "2", "59.95", "59."])
      for (const typed of [had + code, code + had])
        for (const read of [readPrice, readQuantity])
          expect(read(typed).problem, typed).toMatch(/Scan barcodes into 'Barcode'|Digits only/);
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

test("UPC-A, EAN-13 and GTIN-14 with leading zeros are one number, whichever is scanned; other codes have one spelling [labels#one-number]", () => {
  const one = ["301000141008", "0301000141008", "00301000141008"];
  for (const code of one) for (const other of one) expect(isSameNumber(code, other)).toBe(true);
  expect(one.map((code) => spellingsOf(readBarcode(code).value ?? ""))).toEqual([
    ["301000141008", "0301000141008"],
    ["0301000141008", "301000141008"],
    ["0301000141008", "301000141008"],
  ]);
  expect(readBarcode("09301000021004")).toEqual({ value: "9301000021004" });
  for (const code of ["9301000021004", "96385074", "1234", "0012", carton])
    expect(spellingsOf(code)).toEqual([code]);
  expect(isSameNumber("9301000021004", carton)).toBe(false);
});

test("a code that no product has is told to be misread where its check digit says so [labels#not-found]", () => {
  const misread = ["9312345678900", "036000291450", "96385070"].map(noRecordOf);
  for (const said of misread)
    expect(said).toContain("No record found for this Barcode! Its check digit is wrong");
  for (const code of ["9312345678907", "4711"])
    expect(noRecordOf(code)).toBe("No record found for this Barcode!");
});
