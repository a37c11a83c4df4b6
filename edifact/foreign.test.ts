import { expect, test } from "vitest";
import { acknowledge } from "./acknowledge.ts";
import { runSync } from "./chunked.ts";
import { readEdifact } from "./read.ts";
import { rawOf } from "./segment.ts";
import { writeInterchange } from "./write.ts";

const read = (content: string | Uint8Array) => runSync(readEdifact(content));
const codesOf = ({ findings }: ReturnType<typeof read>) => findings.map(({ code }) => code);

const order = "UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+7001+9'DTM+137:20261120:102'UNS+S'CNT+2:0'UNT+6+1'";
const header = "UNB+UNOC:3+A:14+B:14+261120:1042+7++++1'";

test("a binary object may hold terminators and line breaks: it ends where UNO says [edi#objects]", () => {
  const object = "a'b\r\nc'd'e+f";
  const text = `UNB+UNOC:4+A+B+20261120:1042+1'UNO+1+PIC+1+12'${object}UNP+12+1'UNZ+1+1'`;
  const reading = read(text);
  expect(codesOf(reading)).toEqual([]);
  expect(reading.segments.map(({ tag }) => tag)).toEqual(["UNB", "UNO", "", "UNP", "UNZ"]);
  expect(reading.segments.map((segment) => rawOf(text, segment)).join("")).toBe(text);
  expect(codesOf(read(text.replaceAll("+12", "+11")))).toEqual(["object-length-wrong"]);
});

test("a damaged UNB hides nothing of what follows it", () => {
  const reading = read(`N${header.slice(2)}${order}UNZ+1+7'`);
  expect(reading.interchanges[0]?.messages).toMatchObject([{ type: "ORDERS", reference: "1" }]);
  expect(codesOf(reading)).toEqual(["text-outside-interchange", "header-missing"]);
});

test("ISO 8859-15 is read as UNOL, and the years of the nineties as theirs", () => {
  const text = `UNB+UNOL:3+A+B+990101:1042+1'${order.replace("UNS", "NAD+BY+1::9++1 ¤'UNS")}UNZ+1+1'`;
  const reading = read(Buffer.from(text.replace("UNT+6", "UNT+7"), "latin1"));
  expect(codesOf(reading)).toEqual([]);
  expect(reading.decoded.text).toContain("1 €");
  expect(reading.interchanges[0]?.preparedAt).toBe("1999-01-01T10:42");
});

test("one control reference to two recipients is no duplicate", () => {
  const one = `${header}${order}UNZ+1+7'`;
  expect(codesOf(read(one + one.replace("+B:14+", "+C:14+")))).toEqual([]);
  expect(codesOf(read(one + one))).not.toEqual([]);
});

test("the answer to a message of a group stands under its group (UCF)", () => {
  const group = `UNG+ORDERS+A+B+261120:1042+G1+UN+D:01B'${order.replace("UNT+6", "UNT+60")}UNE+1+G1'`;
  const { interchanges, findings } = read(`${header}${group}UNZ+1+7'`);
  const [interchange] = interchanges;
  if (!interchange) throw new Error("Nothing was read");
  const control = acknowledge(interchange, findings, { controlReference: "1", preparedAt: "" });
  if (!control) throw new Error("Nothing is answered");
  expect(writeInterchange(control).text.split("'").slice(3, -3)).toEqual([
    "UCI+7+A:14+B:14+7",
    "UCF+G1+A+B+7",
    "UCM+1+ORDERS:D:01B:UN:EAN010+4+29+UNT+2",
  ]);
});
