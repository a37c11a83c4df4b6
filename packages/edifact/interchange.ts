import type { GroupRule, SegmentRule } from "./grammar/notation.ts";
import type { Segment } from "./segment.ts";

/** A trading partner as UNB or a CONTRL names it (S002, S003); absent values are empty. */
export type Partner = { identification: string; qualifier: string; routing: string };

/** A segment group of a message: its segments and groups in the order of the text. */
export type GroupNode = { rule: GroupRule; children: TreeNode[] };

/** A segment with its rule in the structure, or a group. */
export type TreeNode = { rule: SegmentRule; segment: Segment } | GroupNode;

/** A message as groups; `unexpected` are its segments that the structure has no place for. */
export type MessageTree = { root: GroupNode; unexpected: Segment[] };

export const isGroup = (node: TreeNode): node is GroupNode => "children" in node;

type Side = Pick<Partner, "identification" | "qualifier">;

/**
 * The key of an interchange, or of the interchange that a CONTRL answers: equal where they are the same. A control
 * reference alone is not enough, since each pair of partners has its own series.
 */
export function interchangeKey(identity: {
  controlReference: string;
  sender: Side;
  recipient: Side;
}): string {
  const { controlReference, sender, recipient } = identity;
  const sides = [sender, recipient].flatMap(({ identification, qualifier }) => [identification, qualifier]);
  return JSON.stringify([controlReference, ...sides]);
}

type Values = Segment["elements"];

const valueIn = (values: Values, element: number, component = 0) => values[element]?.[component] ?? "";

const partnerIn = (values: Values, element: number): Partner => ({
  identification: valueIn(values, element, 0).trim(),
  qualifier: valueIn(values, element, 1).trim(),
  routing: valueIn(values, element, 2).trim(),
});

/** UNB to UNZ, or as much of it as there is: begins with its UNB, or another segment where UNB is missing. */
export function openInterchange(first: Segment, advice: Segment | undefined) {
  const header = first.tag === "UNB" ? first : undefined;
  const values = header?.elements ?? [];
  return {
    header,
    trailer: undefined as Segment | undefined,
    separators: first.separators,
    /** 0001, e.g. UNOC, and 0002, e.g. 3. */
    syntaxIdentifier: valueIn(values, 0, 0),
    syntaxVersion: valueIn(values, 0, 1),
    sender: partnerIn(values, 1),
    recipient: partnerIn(values, 2),
    /** Local time as the sender wrote it, e.g. 2026-11-20T10:42, or undefined where it cannot be read. */
    preparedAt: preparedAtIn(values),
    /** 0020. */
    controlReference: valueIn(values, 4).trim(),
    /** 0031 is 1: the sender asks for a CONTRL. */
    acknowledgementRequested: valueIn(values, 8).trim() === "1",
    /** 0035 is 1. */
    test: valueIn(values, 10).trim() === "1",
    groups: [] as FunctionalGroup[],
    messages: [] as Message[],
    packages: [] as Package[],
    /** Numbers of its first and last segment in the file, service string advice included. */
    first: (advice ?? first).number,
    last: first.number,
  };
}
export type Interchange = ReturnType<typeof openInterchange>;

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

/** UNH to UNT, as much of it as there is: begins with its UNH. */
export function openMessage(header: Segment, group: FunctionalGroup | undefined) {
  const values = header.elements;
  return {
    /** 0062. */
    reference: valueIn(values, 0).trim(),
    /** 0065, e.g. ORDERS. */
    type: valueIn(values, 1, 0).trim(),
    /** 0052, 0054, 0051 and 0057, e.g. D, 01B, UN, EAN010. */
    version: valueIn(values, 1, 1),
    release: valueIn(values, 1, 2),
    agency: valueIn(values, 1, 3),
    association: valueIn(values, 1, 4),
    header,
    trailer: undefined as Segment | undefined,
    segments: [header],
    group,
    /** The message as segment groups, where its type has a known structure. */
    tree: undefined as MessageTree | undefined,
  };
}
export type Message = ReturnType<typeof openMessage>;

/** UNG to UNE: begins with its UNG. `reference` is 0048, `type` 0038; `messages` counts its messages and packages. */
export function openGroup(header: Segment) {
  const values = header.elements;
  return {
    reference: valueIn(values, 4).trim(),
    type: valueIn(values, 0).trim(),
    /** S006 and S007. */
    sender: partnerIn(values, 1),
    recipient: partnerIn(values, 2),
    header,
    trailer: undefined as Segment | undefined,
    messages: 0,
  };
}
export type FunctionalGroup = ReturnType<typeof openGroup>;

/** UNO to UNP, a binary object among the messages: begins with its UNO. `reference` is 0800. */
export const openPackage = (header: Segment) => ({
  reference: valueIn(header.elements, 0).trim(),
  header,
});
export type Package = ReturnType<typeof openPackage>;
