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
