import { expect, test } from "vitest";
import { type DecimalMark, nothingWritten, numberOf, numberText, readPrice, readQuantity } from "./values.ts";

const agreed = { CS: 6 };
type Row = [written: Partial<typeof nothingWritten>, value: number | undefined, kind?: string];

const inWords = ({ value, differences }: ReturnType<typeof readQuantity>) => [value, differences[0]?.kind];

test.each<Row>([
  [{ quantity: "5" }, 5],
  [{ quantity: "5", unit: "PCE" }, 5],
  [{ quantity: "2", unit: "CS" }, 12],
  [{ quantity: "2", unit: "DZN" }, 24, "pack"],
  [{ quantity: "3", unit: "PK" }, undefined, "unit"],
  [{ quantity: "2.5" }, 2.5, "quantity"],
  [{ quantity: "0" }, 0, "quantity"],
  [{ quantity: "-3" }, undefined, "quantity"],
  [{ quantity: "abc" }, undefined, "quantity"],
  [{ quantity: "1,000" }, undefined, "quantity"],
  [{ quantity: "1e3" }, undefined, "quantity"],
  [{ quantity: "5 / 6" }, undefined, "quantity"],
  [{}, undefined, "quantity"],
])("a quantity of %j is %s pieces, %s [edi#said]", (written, value, kind) => {
  expect(inWords(readQuantity({ ...nothingWritten, ...written }, agreed))).toEqual([value, kind]);
});

test.each(Object.getOwnPropertyNames(Object.prototype))(
  "a unit called %s is as unknown as any other one [edi#said]",
  (unit) => {
    expect(inWords(readQuantity({ ...nothingWritten, quantity: "3", unit }, agreed))).toEqual([
      undefined,
      "unit",
    ]);
    expect(readPrice({ ...nothingWritten, price: "60", unit }, agreed).value).toBeUndefined();
  },
);

test.each<Row>([
  [{ price: "29.95" }, 29.95],
  [{ price: "29,95" }, 29.95],
  [{ price: "0" }, 0],
  [{ price: "1200.00", per: "100" }, 12, "price"],
  [{ price: "120", unit: "DZN" }, 10, "price"],
  [{ price: "60", priceUnit: "CS" }, 10],
  [{ price: "60", priceUnit: "PK" }, undefined, "price"],
  [{ price: "60", per: "0" }, undefined, "price"],
  [{ price: "60", per: "many" }, undefined, "price"],
  [{ price: "1,234.50" }, undefined, "price"],
  [{ price: "1,234" }, undefined, "price"],
  [{}, undefined, "price"],
])("a price of %j is %s per piece, %s [edi#said]", (written, value, kind) => {
  expect(inWords(readPrice({ ...nothingWritten, ...written }, agreed))).toEqual([value, kind]);
});

test.each<[text: string, mark: DecimalMark, value: number | undefined]>([
  ["1.000", ".", 1],
  ["1.000", ",", undefined],
  ["1.000.000", ",", undefined],
  ["12.5", ",", 12.5],
  ["29,95", ",", 29.95],
  ["1,000", ",", undefined],
  ["1,000", ".", undefined],
  ["29,95", ".", 29.95],
])("%s is read with the decimal mark '%s' of its interchange: %s [edi#said]", (text, mark, value) => {
  expect(numberOf(numberText(text, mark))).toBe(value);
});
