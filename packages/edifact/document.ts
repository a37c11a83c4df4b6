import type { Chunked } from "./chunked.ts";
import { elementName } from "./dictionary/elements.ts";
import { compositeDefinition, type ElementPlace, segmentDefinition } from "./dictionary/segments.ts";
import { type Finding, Findings, positionOf } from "./finding.ts";
import { type GroupNode, isGroup, type Message } from "./interchange.ts";
import type { Segment } from "./segment.ts";

/** JSON of a message, a group, a segment or a composite; single values are strings as written in the message. */
export type Json = string | readonly Json[] | { readonly [key: string]: Json };

type Fields = { [key: string]: Json };

/**
 * A message as JSON under the directory's own names in camelCase: `messageHeader`, `beginningOfMessage` …,
 * `messageTrailer`, groups as `segmentGroupN` arrays. Repeatable values are arrays, codes are strings, empty values are
 * left out. Segments without a place are in `unexpectedSegments` ({tag, segment, elements}, `segment` counting
 * from UNH as 1), values without one in their segment's `unexpectedElements` ({element, component, value} from 1).
 * A message of an unknown type has only its header, trailer and `unexpectedSegments`.
 */
export type MessageDocument = { readonly [key: string]: Json };

/** Segments with a single composite, whose values are directly in the segment. */
const flat: Readonly<Record<string, string>> = {
  QTY: "quantityDetails",
  PRI: "priceInformation",
  DTM: "dateTimePeriod",
};

/** 'Date/time/period' → dateTimePeriod, 'Recipient's reference' → recipientsReference. */
export function camelCase(name: string): string {
  const words = name.replace(/'/g, "").split(/[^A-Za-z0-9]+/);
  return words
    .filter((word) => word !== "")
    .map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}

const keys = new Map<string, string>();

/** The JSON key of a segment, composite or data element. */
export function keyOf(id: string): string {
  const cached = keys.get(id);
  if (cached !== undefined) return cached;
  const name = segmentDefinition(id)?.name ?? compositeDefinition(id)?.name ?? elementName(id) ?? id;
  const key = flat[id] ?? camelCase(name);
  keys.set(id, key);
  return key;
}

/**
 * The JSON of a message, and findings about values without a place in the directory. Run it with `runSync` or
 * `runCooperatively`; the JSON takes about six times the bytes of the message.
 */
export function* messageDocument(
  message: Message,
): Chunked<{ document: MessageDocument; findings: Finding[] }> {
  const findings = new Findings();
  const document: Fields = {};
  const header = message.segments[0];
  if (header?.tag === "UNH") document[keyOf("UNH")] = segmentFields(header, findings);
  if (message.tree) yield* addGroup(document, message.tree.root, findings);
  const list: Json[] = [];
  for (const { tag, number, elements } of unplacedIn(message)) {
    list.push({ tag, segment: String(number - (header?.number ?? 1) + 1), elements });
    if (list.length % 500 === 0) yield;
  }
  if (list.length > 0) document.unexpectedSegments = list;
  if (message.trailer) document[keyOf("UNT")] = segmentFields(message.trailer, findings);
  return { document, findings: findings.list() };
}

/** Of the JSON of a message only `messageHeader` and `beginningOfMessage`. */
export function messageHeading({ segments, tree }: Message): MessageDocument {
  const document: Fields = {};
  const findings = new Findings();
  const [header] = segments;
  if (header?.tag === "UNH") document[keyOf("UNH")] = segmentFields(header, findings);
  for (const child of tree?.root.children ?? [])
    if (!isGroup(child) && child.rule.tag === "BGM")
      document[keyOf("BGM")] = segmentFields(child.segment, findings);
  return document;
}

/** The findings of `messageDocument`, without the JSON. */
export function* valueFindings(message: Message): Chunked<Finding[]> {
  const findings = new Findings();
  const unplaced = new Set(unplacedIn(message));
  for (const [index, segment] of message.segments.entries()) {
    if (index % 200 === 0) yield;
    if (!unplaced.has(segment)) segmentFields(segment, findings);
  }
  return findings.list();
}

/** The segments of a message that have no place in its structure: all of them where it is unknown. */
const unplacedIn = ({ segments, tree }: Message): Segment[] =>
  tree?.unexpected ?? segments.filter(({ tag }) => tag !== "UNH" && tag !== "UNT");

/** A single value is never an array: what is one is the list so far. */
function addTo(fields: Fields, key: string, value: Json): void {
  const list = fields[key];
  if (Array.isArray(list)) list.push(value);
  else fields[key] = [value];
}

// Hundreds of thousands of segments: no function is made for each of them.
function* addGroup(fields: Fields, group: GroupNode, findings: Findings): Chunked<void> {
  let count = 0;
  for (const child of group.children) {
    count += 1;
    if (count % 100 === 0) yield;
    if (isGroup(child)) {
      const inner: Fields = {};
      yield* addGroup(inner, child, findings);
      addTo(fields, child.rule.name.replace("SG", "segmentGroup"), inner);
    } else if (child.rule.repeats) {
      addTo(fields, keyOf(child.rule.tag), segmentFields(child.segment, findings));
    } else {
      fields[keyOf(child.rule.tag)] = segmentFields(child.segment, findings);
    }
  }
}

function segmentFields(segment: Segment, findings: Findings): Fields {
  const fields: Fields = {};
  const unexpected: Json[] = [];
  const places = segmentDefinition(segment.tag)?.places ?? [];
  const { elements, repeats } = segment;
  let element = 0;
  for (const { id, times } of places) {
    const values: Json[] = [];
    for (let time = 0; time < times; time += 1, element += 1) {
      const first = elements[element];
      if (!first) continue;
      for (const components of [first, ...(repeats?.[element] ?? [])]) {
        const value = elementValue(id, components, element, unexpected);
        if (value !== undefined) values.push(value);
      }
    }
    const [first] = values;
    if (first === undefined) continue;
    if (times > 1 || values.length > 1) fields[keyOf(id)] = values;
    else if (flat[segment.tag] && typeof first === "object") Object.assign(fields, first);
    else fields[keyOf(id)] = first;
  }
  for (let extra = element; extra < elements.length; extra += 1)
    addSpare(unexpected, extra, elements[extra] ?? [], 0);
  if (unexpected.length > 0) {
    fields.unexpectedElements = unexpected;
    findings.add("unexpected-element", positionOf(segment), segment.tag);
  }
  return fields;
}

/** Adds the components of an element from one on, which have no place; both count from 0. */
function addSpare(unexpected: Json[], element: number, components: readonly string[], from: number): void {
  for (let component = from; component < components.length; component += 1) {
    const value = components[component] ?? "";
    if (value !== "")
      unexpected.push({ element: String(element + 1), component: String(component + 1), value });
  }
}

function elementValue(
  id: string,
  components: readonly string[],
  element: number,
  unexpected: Json[],
): Json | undefined {
  const composite = compositeDefinition(id);
  if (composite) return compositeFields(composite.places, components, element, unexpected);
  addSpare(unexpected, element, components, 1);
  const value = components[0] ?? "";
  return value === "" ? undefined : value;
}

function compositeFields(
  places: readonly ElementPlace[],
  components: readonly string[],
  element: number,
  unexpected: Json[],
): Fields | undefined {
  const fields: Fields = {};
  let isEmpty = true;
  let component = 0;
  for (const { id, times } of places) {
    const values = components.slice(component, component + times).filter((value) => value !== "");
    component += times;
    const [first] = values;
    if (first === undefined) continue;
    isEmpty = false;
    fields[freeKey(fields, keyOf(id))] = times > 1 ? values : first;
  }
  addSpare(unexpected, element, components, component);
  return isEmpty ? undefined : fields;
}

/** A data element that a composite has in two places gets a number in its second. */
function freeKey(fields: Fields, key: string): string {
  let free = key;
  for (let count = 2; free in fields; count += 1) free = `${key}${count}`;
  return free;
}
