import type { GroupRule, SegmentRule } from "./grammar/notation.ts";
import type { Segment, Separators } from "./segment.ts";

/** A trading partner as UNB or a CONTRL names it (S002, S003); absent values are empty. */
export type Partner = { identification: string; qualifier: string; routing: string };

/** UNH to UNT; a missing one of the two is a finding. */
export type Message = {
  /** 0062. */
  reference: string;
  /** 0065, e.g. ORDERS. */
  type: string;
  /** 0052, 0054, 0051 and 0057, e.g. D, 01B, UN, EAN010. */
  version: string;
  release: string;
  agency: string;
  association: string;
  /** 0068. */
  commonAccessReference: string;
  header: Segment;
  trailer?: Segment;
  /** From UNH to UNT. */
  segments: Segment[];
  /** 0048 of its functional group. */
  group?: string;
  /** The message as segment groups, where its type has a known structure. */
  tree?: MessageTree;
};

/** UNG to UNE. `reference` is 0048, `type` 0038; `messages` counts its messages and packages. */
export type FunctionalGroup = {
  reference: string;
  type: string;
  /** S006 and S007. */
  sender: Partner;
  recipient: Partner;
  header: Segment;
  trailer?: Segment;
  messages: number;
};

/** UNO to UNP: a binary object among the messages. `reference` is 0800. */
export type Package = { reference: string; header: Segment; trailer?: Segment };

/** UNB to UNZ, or as much of it as there is. */
export type Interchange = {
  header?: Segment;
  trailer?: Segment;
  separators: Separators;
  /** 0001, e.g. UNOC, and 0002, e.g. 3. */
  syntaxIdentifier: string;
  syntaxVersion: string;
  sender: Partner;
  recipient: Partner;
  /** Local time as the sender wrote it, e.g. 2026-11-20T10:42, or undefined where it cannot be read. */
  preparedAt?: string;
  /** 0020. */
  controlReference: string;
  /** 0022 and 0025. */
  password: string;
  passwordQualifier: string;
  /** 0026, 0029 and 0032. */
  applicationReference: string;
  priority: string;
  agreement: string;
  /** 0031 is 1: the sender asks for a CONTRL. */
  acknowledgementRequested: boolean;
  /** 0035 is 1. */
  test: boolean;
  groups: FunctionalGroup[];
  messages: Message[];
  packages: Package[];
  /** Segments inside the envelope and outside a message. */
  strays: Segment[];
  /** Numbers of its first and last segment in the file, service string advice included. */
  first: number;
  last: number;
};

/** A segment group of a message: its segments and groups in the order of the text. */
export type GroupNode = { rule: GroupRule; children: TreeNode[] };

/** A segment with its rule in the structure, or a group. */
export type TreeNode = { rule: SegmentRule; segment: Segment } | GroupNode;

/** A message as groups; `unexpected` are its segments that the structure has no place for. */
export type MessageTree = { root: GroupNode; unexpected: Segment[] };

export const isGroup = (node: TreeNode): node is GroupNode => "children" in node;

/** The identity of an interchange: its control reference and both partners. */
type InterchangeIdentity = {
  controlReference: string;
  sender: { identification: string; qualifier: string };
  recipient: { identification: string; qualifier: string };
};

/**
 * The key of an interchange, or of the interchange that a CONTRL answers: equal where they are the same. A control
 * reference alone is not enough, since each pair of partners has its own series.
 */
export const interchangeKey = ({ controlReference, sender, recipient }: InterchangeIdentity): string =>
  JSON.stringify([
    controlReference,
    sender.identification,
    sender.qualifier,
    recipient.identification,
    recipient.qualifier,
  ]);

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
  return {
    header,
    separators: first.separators,
    syntaxIdentifier: valueIn(values, 0, 0),
    syntaxVersion: valueIn(values, 0, 1),
    sender: partnerIn(values, 1),
    recipient: partnerIn(values, 2),
    preparedAt: preparedAtIn(values),
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

/** A message that begins with its UNH. */
export function openMessage(header: Segment, group: FunctionalGroup | undefined): Message {
  const values = header.elements;
  return {
    reference: valueIn(values, 0).trim(),
    type: valueIn(values, 1, 0).trim(),
    version: valueIn(values, 1, 1),
    release: valueIn(values, 1, 2),
    agency: valueIn(values, 1, 3),
    association: valueIn(values, 1, 4),
    commonAccessReference: valueIn(values, 2),
    header,
    segments: [header],
    group: group?.reference,
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
