import type { FunctionalGroup, Interchange, Message, Partner } from "./interchange.ts";
import { componentOf, type Segment } from "./segment.ts";

const partnerOf = (header: Segment | undefined, element: number): Partner => ({
  identification: componentOf(header, element, 0).trim(),
  qualifier: componentOf(header, element, 1).trim(),
  routing: componentOf(header, element, 2).trim(),
});

/** An interchange that begins with a segment: its UNB, or whatever stands there instead. */
export function openInterchange(first: Segment, advice: Segment | undefined): Interchange {
  const header = first.tag === "UNB" ? first : undefined;
  const preparedAt = header && preparedAtOf(header);
  return {
    ...(header && { header }),
    separators: first.separators,
    syntaxIdentifier: componentOf(header, 0, 0),
    syntaxVersion: componentOf(header, 0, 1),
    sender: partnerOf(header, 1),
    recipient: partnerOf(header, 2),
    ...(preparedAt !== undefined && { preparedAt }),
    controlReference: componentOf(header, 4).trim(),
    applicationReference: componentOf(header, 6),
    agreement: componentOf(header, 9),
    acknowledgementRequested: componentOf(header, 8).trim() === "1",
    test: componentOf(header, 10).trim() === "1",
    groups: [],
    messages: [],
    strays: [],
    first: (advice ?? first).number,
    last: first.number,
  };
}

/** S004 (YYMMDD or CCYYMMDD, HHMM) as local time; two-digit years are of this century. */
function preparedAtOf(header: Segment): string | undefined {
  const written = `${componentOf(header, 3, 0)} ${componentOf(header, 3, 1)}`.trim();
  const found = /^(\d\d)?(\d\d)(\d\d)(\d\d) (\d\d)(\d\d)$/.exec(written);
  if (!found) return undefined;
  const [, century = "20", year, month, day, hour, minute] = found;
  const text = `${century}${year}-${month}-${day}T${hour}:${minute}`;
  const read = new Date(`${text}:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : undefined;
}

/** A message that begins with its UNH. */
export const openMessage = (header: Segment, group: FunctionalGroup | undefined): Message => ({
  reference: componentOf(header, 0).trim(),
  type: componentOf(header, 1, 0).trim(),
  version: componentOf(header, 1, 1),
  release: componentOf(header, 1, 2),
  agency: componentOf(header, 1, 3),
  association: componentOf(header, 1, 4),
  header,
  segments: [header],
  ...(group && { group: group.reference }),
});

/** A functional group that begins with its UNG. */
export const openGroup = (header: Segment): FunctionalGroup => ({
  reference: componentOf(header, 4).trim(),
  type: componentOf(header, 0).trim(),
  header,
  messages: 0,
});
