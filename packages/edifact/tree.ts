import type { Chunked } from "./chunked.ts";
import { type Findings, positionOf } from "./finding.ts";
import { structureOf } from "./grammar/messages.ts";
import { type GroupRule, isGroupRule, type Rule } from "./grammar/notation.ts";
import type { GroupNode, Message, MessageTree } from "./interchange.ts";
import type { Segment } from "./segment.ts";

const nowhere: readonly number[] = [];

/** An open group: the current place, and the once-only segments that it has already. */
type Frame = { node: GroupNode; at: number; matched: Rule[] | undefined };

/**
 * Puts a message's segments into the groups of its type's D.01B structure, or returns undefined for a type without one.
 * A group is recognised by its trigger, so that other directories fit as far as they agree; a late segment is put where
 * its tag has a place in an open group; the rest is `unexpected`. Repetitions are not counted.
 */
export function* buildTree(message: Message, findings: Findings): Chunked<MessageTree | undefined> {
  const rule = structureOf(message.type);
  if (!rule) {
    findings.add("message-type-unknown", positionOf(message.header), message.type);
    return undefined;
  }
  const builder = new TreeBuilder(rule, findings);
  let count = 0;
  for (const segment of message.segments) {
    if (segment.tag !== "UNH" && segment.tag !== "UNT") builder.place(segment);
    count += 1;
    if (count % 200 === 0) yield;
  }
  yield;
  for (const child of rule.children)
    if (!isGroupRule(child) && child.mandatory && !builder.seen.has(child.tag))
      findings.add("segment-missing", positionOf(message.header), child.tag);
  return builder.tree;
}

class TreeBuilder {
  readonly tree: MessageTree;
  readonly seen = new Set<string>();
  private frames: Frame[];

  constructor(
    rule: GroupRule,
    private readonly findings: Findings,
  ) {
    const root = { rule, children: [] };
    this.tree = { root, unexpected: [] };
    this.frames = [{ node: root, at: 0, matched: undefined }];
  }

  place(segment: Segment) {
    const { tag } = segment;
    if (this.putWhere(segment, isAhead) || this.implied(segment)) {
      this.seen.add(tag);
    } else if (this.putWhere(segment, isInSection)) {
      this.seen.add(tag);
      this.findings.add("segment-out-of-order", positionOf(segment), tag);
    } else {
      const isRepeated = this.frames.some(({ node }) => node.rule.placesOf.has(tag));
      this.findings.add(isRepeated ? "segment-repeated" : "segment-unexpected", positionOf(segment), tag);
      this.tree.unexpected.push(segment);
    }
  }

  /** Puts a segment into the innermost open group that has a fit place for its tag, and room there. */
  private putWhere(segment: Segment, isFit: typeof isAhead): boolean {
    for (let depth = this.frames.length - 1; depth >= 0; depth -= 1) {
      const frame = this.frames[depth];
      if (!frame) continue;
      for (const place of frame.node.rule.placesOf.get(segment.tag) ?? nowhere) {
        if (!isFit(frame, place, this.seen) || !hasRoom(frame, place)) continue;
        this.put(segment, depth, place);
        return true;
      }
    }
    return false;
  }

  /** A place within a group whose own trigger was left out. */
  private implied(segment: Segment): boolean {
    for (let depth = this.frames.length - 1; depth >= 0; depth -= 1) {
      const frame = this.frames[depth];
      if (!frame) continue;
      const path = pathTo(segment.tag, frame.node.rule, frame.at);
      if (!path) continue;
      this.closeBelow(depth);
      for (const place of path.slice(0, -1)) {
        const top = this.frames.at(-1);
        const rule = top?.node.rule.children[place];
        if (!top || !rule || !isGroupRule(rule)) return false;
        this.findings.add("trigger-missing", positionOf(segment), segment.tag, rule.name, rule.trigger);
        this.open({ rule, children: [] }, place, top);
      }
      this.put(segment, this.frames.length - 1, path.at(-1) ?? 0);
      return true;
    }
    return false;
  }

  private put(segment: Segment, depth: number, place: number) {
    this.closeBelow(depth);
    const frame = this.frames[depth];
    const rule = frame?.node.rule.children[place];
    if (!frame || !rule) return;
    if (!isGroupRule(rule)) {
      frame.node.children.push({ rule, segment });
      if (!rule.repeats) {
        frame.matched ??= [];
        frame.matched.push(rule);
      }
      frame.at = Math.max(frame.at, place);
      return;
    }
    const [trigger] = rule.children;
    // Most groups hold their trigger alone: a list that begins with it reserves no further memory.
    const children = trigger && !isGroupRule(trigger) ? [{ rule: trigger, segment }] : [];
    this.open({ rule, children }, place, frame);
  }

  private open(node: GroupNode, place: number, frame: Frame): void {
    frame.node.children.push(node);
    frame.at = Math.max(frame.at, place);
    this.frames.push({ node, at: 1, matched: undefined });
  }

  private closeBelow(depth: number): void {
    while (this.frames.length > depth + 1) this.frames.pop();
  }
}

/** Whether a place comes next, without passing a mandatory segment that is not `seen` yet. */
function isAhead({ node, at }: Frame, place: number, seen: ReadonlySet<string>): boolean {
  const { children } = node.rule;
  for (let index = at; index < place; index += 1) {
    const rule = children[index];
    if (rule && !isGroupRule(rule) && rule.mandatory && !seen.has(rule.tag)) return false;
  }
  return place >= at;
}

/** A once-only segment is placed once; groups repeat without limit. */
function hasRoom({ node, matched }: Frame, place: number): boolean {
  const rule = node.rule.children[place];
  return rule !== undefined && !matched?.includes(rule);
}

/** Whether a place, before or after, is on the same side of UNS. */
function isInSection({ node, at }: Frame, place: number): boolean {
  const section = node.rule.placesOf.get("UNS")?.[0];
  return section === undefined || at < section === place < section || place === section;
}

/** The tags that lead into implied groups, by the group that contains these. */
const impliedTags = new WeakMap<GroupRule, ReadonlySet<string>>();

function impliedTagsOf(rule: GroupRule): ReadonlySet<string> {
  const cached = impliedTags.get(rule);
  if (cached) return cached;
  const groups = rule.children.filter(isGroupRule).filter(({ implied }) => implied);
  const tags = new Set<string>();
  for (const group of groups) {
    for (const inner of group.children) {
      if (isGroupRule(inner)) tags.add(inner.trigger);
      else if (inner.opens) tags.add(inner.tag);
    }
    for (const tag of impliedTagsOf(group)) tags.add(tag);
  }
  impliedTags.set(rule, tags);
  return tags;
}

/** The places that lead to the tag through one or more implied groups. */
function pathTo(tag: string, rule: GroupRule, from: number): number[] | undefined {
  if (!impliedTagsOf(rule).has(tag)) return undefined;
  for (const [place, child] of rule.children.entries()) {
    if (place < from || !isGroupRule(child) || !child.implied) continue;
    const direct = child.children.findIndex((inner) =>
      isGroupRule(inner) ? inner.trigger === tag : inner.opens && inner.tag === tag,
    );
    if (direct >= 0) return [place, direct];
    const deeper = pathTo(tag, child, 1);
    if (deeper) return [place, ...deeper];
  }
  return undefined;
}
