import type { GroupRule, SegmentRule } from "./grammar/notation.ts";
import type { Segment } from "./segment.ts";

/** A segment group of a message: its segments and groups in the order of the text. */
export type GroupNode = { rule: GroupRule; children: TreeNode[] };

/** A segment with its rule in the structure, or a group. */
export type TreeNode = { rule: SegmentRule; segment: Segment } | GroupNode;

/** A message as groups; `unexpected` are its segments that the structure has no place for. */
export type MessageTree = { root: GroupNode; unexpected: Segment[] };

export const isGroup = (node: TreeNode): node is GroupNode => "children" in node;
