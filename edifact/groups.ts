import type { GroupRule, SegmentRule } from "./grammar/notation.ts";
import type { Segment } from "./segment.ts";

/** A segment group as it stands in a message: its segments and groups in the order of the text. */
export type GroupNode = { rule: GroupRule; children: TreeNode[] };

/** A segment with what the structure says of it, or a group. */
export type TreeNode = { rule: SegmentRule; segment: Segment } | GroupNode;

/** A message as groups; `unexpected` are its segments that the structure has no place for. */
export type MessageTree = { root: GroupNode; unexpected: Segment[] };

export const isGroup = (node: TreeNode): node is GroupNode => "children" in node;
