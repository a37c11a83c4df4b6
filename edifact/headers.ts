import type { FunctionalGroup, Interchange, Message, Package, Partner } from "./interchange.ts";
import type { Segment } from "./segment.ts";

type Values = Segment["elements"];

const valueIn = (values: Values, element: number, component = 0) => values[element]?.[component] ?? "";

const partnerIn = (values: Values, element: number): Partner => ({
  identification: valueIn(values, element, 0).trim(),
  qualifier: valueIn(values, element, 1).trim(),
  routing: valueIn(values, element, 2).trim(),
});

/** An interchange that begins with a segment: its UNB, or another one where UNB is missing. */
export function openInterchange(first: Segment, advice: Segment | undefined): Interchange {
  const header = first.tag === "UNB" ? first : undefined;
  const values = header?.elements ?? [];
  const preparedAt = preparedAtIn(values);
  const interchange: Interchange = {
    separators: first.separators,
    syntaxIdentifier: valueIn(values, 0, 0),
    syntaxVersion: valueIn(values, 0, 1),
    sender: partnerIn(values, 1),
    recipient: partnerIn(values, 2),
    controlReference: valueIn(values, 4).trim(),
    password: valueIn(values, 5, 0),
    passwordQualifier: valueIn(values, 5, 1),
    applicationReference: valueIn(values, 6),
    priority: valueIn(values, 7),
    agreement: valueIn(values, 9),
    acknowledgementRequested: valueIn(values, 8).trim() === "1",
    test: valueIn(values, 10).trim() === "1",
    groups: [],
    messages: [],
    packages: [],
    strays: [],
    first: (advice ?? first).number,
    last: first.number,
  };
  if (header) interchange.header = header;
  if (preparedAt !== undefined) interchange.preparedAt = preparedAt;
  return interchange;
}

/** Two-digit years from this one on are of the twentieth century: EDIFACT began in 1987. */
const firstYear = 87;

/** S004 (YYMMDD or CCYYMMDD, HHMM) as local time. */
function preparedAtIn(values: Values): string | undefined {
  const written = `${valueIn(values, 3, 0)} ${valueIn(values, 3, 1)}`.trim();
  const found = /^(\d\d)?(\d\d)(\d\d)(\d\d) (\d\d)(\d\d)$/.exec(written);
  if (!found) return undefined;
  const [, century, year, month, day, hour, minute] = found;
  const text = `${century ?? (Number(year) >= firstYear ? "19" : "20")}${year}-${month}-${day}T${hour}:${minute}`;
  const read = new Date(`${text}:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : undefined;
}

/** 0065 without surrounding blanks. */
export const messageType = (written: string): string => written.trim();

/** A message that begins with its UNH. */
export function openMessage(header: Segment, group: FunctionalGroup | undefined): Message {
  const values = header.elements;
  return {
    reference: valueIn(values, 0).trim(),
    type: messageType(valueIn(values, 1, 0)),
    version: valueIn(values, 1, 1),
    release: valueIn(values, 1, 2),
    agency: valueIn(values, 1, 3),
    association: valueIn(values, 1, 4),
    commonAccessReference: valueIn(values, 2),
    header,
    segments: [header],
    ...(group && { group: group.reference }),
  };
}

/** A functional group that begins with its UNG. */
export function openGroup(header: Segment): FunctionalGroup {
  const values = header.elements;
  return {
    reference: valueIn(values, 4).trim(),
    type: valueIn(values, 0).trim(),
    sender: partnerIn(values, 1),
    recipient: partnerIn(values, 2),
    header,
    messages: 0,
  };
}

/** A package that begins with its UNO. */
export const openPackage = (header: Segment): Package => ({
  reference: valueIn(header.elements, 0).trim(),
  header,
});
