import { expect, test } from "vitest";
import { type Answer, acknowledge, isOnlyControl } from "./acknowledge.ts";
import { runSync } from "./chunked.ts";
import { messageDocument } from "./document.ts";
import { onlyInterchange, readFixture, summaryOf } from "./fixtures/fixture.ts";
import { interchangeKey } from "./interchange.ts";
import { type Reading, readEdifact } from "./read.ts";
import { summarise } from "./summary/message.ts";
import { writeInterchange } from "./write.ts";

const preparedAt = "2026-11-20T11:00";

const answered = ({ interchanges: [interchange], findings }: Reading, answer: Partial<Answer> = {}) => {
  const control =
    interchange && acknowledge(interchange, findings, { controlReference: "77", preparedAt, ...answer });
  return control && writeInterchange(control);
};
const answerTo = (name: string, answer: Partial<Answer> = {}) =>
  answered(readFixture(name), answer)?.text.split("'").slice(3, -3);

test("a good interchange is acknowledged, under its own sender and recipient", () => {
  expect(answered(readFixture("orders"))?.text).toBe(
    "UNA:+.? 'UNB+UNOA:3+UTOPIA:ZZ+MERIDIAN:ZZ+261120:1100+77++++++1'UNH+1+CONTRL:D:3:UN:EAN004'" +
      "UCI+48213+MERIDIAN:ZZ+UTOPIA:ZZ+7'UNT+3+1'UNZ+1+77'",
  );
});

test("a bad message is refused, and the rest acknowledged", () => {
  expect(answerTo("bad-message")).toEqual([
    "UCI+5+MERIDIAN:ZZ+UTOPIA:ZZ+7",
    "UCM+2+ORDERS:D:01B:UN:EAN010+4+29+UNT+2",
    "UCS+6+12",
  ]);
});

test.each([
  ["wrong-counts", "UCI+1+UTOPIA:ZZ+MERIDIAN:ZZ+4+29+UNZ+2"],
  ["wrong-references", "UCI+1+UTOPIA:ZZ+MERIDIAN:ZZ+4+28+UNZ+3"],
  ["truncated", "UCI+1+UTOPIA:ZZ+MERIDIAN:ZZ+4+13+UNB"],
  ["unox", "UCI+1+UTOPIA:ZZ+MERIDIAN:ZZ+4+46"],
])("%s is refused as a whole, with the place of its error", (name, expected) => {
  expect(answerTo(name)).toEqual([expected]);
});

const refusedMessage = (error: string) => `UCM+1+ORDERS:D:01B:UN:EAN010+4+${error}`;

test.each([
  ["06+1", "01+7", "7"],
  [" 6 +1", " 1 +7", "7"],
  ["six+1", "1+7", "7", refusedMessage("37+UNT+2")],
  ["6.0+1", "1+7", "7", refusedMessage("37+UNT+2")],
  ["+1", "1+7", "7", refusedMessage("37+UNT+2")],
  ["7+1", "1+7", "7", refusedMessage("29+UNT+2")],
  ["6+2", "1+7", "7", refusedMessage("28+UNT+3")],
  ["6+01", "1+7", "7", refusedMessage("28+UNT+3")],
  ["6+1", "1.0+7", "4+37+UNZ+2"],
  ["6+1", "2+7", "4+29+UNZ+2"],
  ["6+1", "1+8", "4+28+UNZ+3"],
  ["6+1", "1+07", "4+28+UNZ+3"],
])("an interchange that ends with UNT+%s and UNZ+%s is answered %s", (message, whole, action, ...refused) => {
  const order = "UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+7001+9'DTM+137:20261120:102'UNS+S'CNT+2:0'";
  const text = `UNB+UNOC:3+A:14+B:14+261120:1042+7++++1'${order}UNT+${message}'UNZ+${whole}'`;
  const control = answered(runSync(readEdifact(text)))
    ?.text.split("'")
    .slice(3, -3);
  expect(control).toEqual([`UCI+7+A:14+B:14+${action}`, ...refused]);
});

test("a duplicate is refused, and receipt alone can be acknowledged", () => {
  expect(answerTo("orders", { refusedFor: "26" })).toEqual(["UCI+48213+MERIDIAN:ZZ+UTOPIA:ZZ+4+26"]);
  expect(answerTo("bad-message", { receiptOnly: true })).toEqual(["UCI+5+MERIDIAN:ZZ+UTOPIA:ZZ+8"]);
});

test("an interchange of syntax 4 gets the CONTRL of syntax 4", () => {
  expect(answered(readFixture("syntax-4"))?.text).toContain("'UNH+1+CONTRL:4:1:UN'");
});

test("the answer to a message of a group is under its group (UCF)", () => {
  const message = "UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+7001+9'DTM+137:20261120:102'UNS+S'CNT+2:0'UNT+60+1'";
  const group = `UNG+ORDERS+A+B+261120:1042+G1+UN+D:01B'${message}UNE+1+G1'`;
  const reading = runSync(readEdifact(`UNB+UNOC:3+A:14+B:14+261120:1042+7++++1'${group}UNZ+1+7'`));
  expect(answered(reading)?.text.split("'").slice(3, -3)).toEqual([
    "UCI+7+A:14+B:14+7",
    "UCF+G1+A+B+7",
    "UCM+1+ORDERS:D:01B:UN:EAN010+4+29+UNT+2",
  ]);
});

test.each([
  ["sender", "UNB+UNOC:3++UTOPIA:ZZ+261120:1042+1'"],
  ["recipient", "UNB+UNOC:3+MERIDIAN:ZZ++261120:1042+1'"],
  ["control reference", "UNB+UNOC:3+MERIDIAN:ZZ+UTOPIA:ZZ+261120:1042'"],
])("an interchange without a %s cannot be answered", (_, header) => {
  const reading = runSync(readEdifact(`${header}UNH+1+ORDERS:D:01B:UN'UNT+2+1'UNZ+1+1'`));
  expect(answered(reading)).toBeUndefined();
});

test("a CONTRL is never answered, nor anything without a header", () => {
  expect(isOnlyControl(onlyInterchange(readFixture("contrl")))).toBe(true);
  expect(answerTo("contrl")).toBeUndefined();
  expect(answerTo("without-envelope")).toBeUndefined();
});

test("an acknowledgement is of the interchange with its reference and both partners", () => {
  const summary = summaryOf("contrl");
  if (summary.kind !== "CONTRL") throw new Error(summary.kind);
  const sent = onlyInterchange(readFixture("desadv"));
  const other = { ...sent, recipient: { ...sent.recipient, qualifier: "14" } };
  expect(interchangeKey(summary.control)).toBe(interchangeKey(sent));
  expect(interchangeKey(summary.control)).not.toBe(interchangeKey(other));
});

test("our acknowledgement is of its interchange", () => {
  const reading = readFixture("wrong-counts");
  const { messages } = onlyInterchange(runSync(readEdifact(answered(reading)?.bytes ?? "")));
  const summary = messages[0] && summarise(runSync(messageDocument(messages[0])).document);
  if (summary?.kind !== "CONTRL") throw new Error("no CONTRL");
  expect(interchangeKey(summary.control)).toBe(interchangeKey(onlyInterchange(reading)));
  expect(summary.control).toMatchObject({ action: "rejected" });
});
