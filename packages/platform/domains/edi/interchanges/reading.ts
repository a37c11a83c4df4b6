import { createHash } from "node:crypto";
import {
  byteLengthBetween,
  type Chunked,
  componentOf,
  encodingAt,
  type Finding,
  type FunctionalGroup,
  type Interchange,
  type Message,
  type MessageDocument,
  messageDocument,
  messageHeading,
  type Reading,
  readEdifact,
  refusalsOf,
  summarise,
  valueFindings,
} from "#edifact/index.ts";

/** What of a message is needed: its document, its heading, or the heading and all findings. */
export type Wanted = (
  message: Message,
  interchange: { text: string },
) => "document" | "heading" | "heading and findings";

/** A message as JSON; one that is refused has the error that it, or its functional group, is refused for. */
export type ReadMessage = { message: Message; document: MessageDocument; error: Finding | undefined };

/** One interchange of a file, or a file without any. Positions of findings count within its own text. */
export type ReadInterchange = {
  interchange: Interchange | undefined;
  text: string;
  digest: string;
  encoding: string;
  messages: ReadMessage[];
  findings: Finding[];
  segmentCount: number;
  /** What refuses, with positions as in the interchange's segments. */
  errors: Finding[];
  /** Errors of the envelope, which refuse the whole. */
  isRefused: boolean;
  /** Refused functional groups without a message that could be listed as refused. */
  refusedGroups: { group: FunctionalGroup; error: Finding }[];
};

/** Start of an interchange's part of the file: text before the first and after the last one is theirs. */
type Part = {
  interchange: Interchange | undefined;
  start: number;
  end: number;
  line: number;
  /** Numbers in the file of its first segment, and of the one after its last. */
  segment: number;
  nextSegment: number;
};

function partsOf({ interchanges, segments, decoded }: Reading): Part[] {
  const starts = interchanges.map((interchange, index): Omit<Part, "end" | "nextSegment"> => {
    const first = segments[interchange.first - 1];
    return index === 0 || !first
      ? { interchange, start: 0, line: 1, segment: 1 }
      : { interchange, start: first.offset, line: first.line, segment: interchange.first };
  });
  if (starts.length === 0) starts.push({ interchange: undefined, start: 0, line: 1, segment: 1 });
  return starts.map((part, index) => ({
    ...part,
    end: starts[index + 1]?.start ?? decoded.text.length,
    nextSegment: starts[index + 1]?.segment ?? segments.length + 1,
  }));
}

const shifted = (finding: Finding, { start, line, segment }: Part): Finding => ({
  ...finding,
  position: {
    ...finding.position,
    offset: finding.position.offset - start,
    line: finding.position.line - line + 1,
    ...(finding.position.segment !== undefined && { segment: finding.position.segment - segment + 1 }),
  },
});

/** 0085: no agreement exists on messages of this type. */
const noAgreement = "17";

export const isOfUnreadType = ({ code }: Finding): boolean => code === "message-type-unknown";

/** Unsupported messages are refused: the finding points at their type (0065, the first part of S009). */
const asRefusal = (finding: Finding): Finding =>
  isOfUnreadType(finding)
    ? {
        ...finding,
        severity: "error",
        syntaxError: noAgreement,
        position: { ...finding.position, element: 2, component: 1 },
      }
    : finding;

/** 1004 of a message, also of one with an unknown structure: it is always in BGM. */
export function numberIn(message: Message, document: unknown): string {
  const { documentIdentifier } = summarise(document);
  if (documentIdentifier !== "") return documentIdentifier;
  const beginning = message.segments.find(({ tag }) => tag === "BGM");
  return componentOf(beginning, 1);
}

const byOffset = (one: Finding, other: Finding) => one.position.offset - other.position.offset;

function* readDocument(message: Message, wanted: ReturnType<Wanted>) {
  if (wanted === "document") return yield* messageDocument(message);
  const findings = wanted === "heading" ? [] : yield* valueFindings(message);
  return { document: messageHeading(message), findings };
}

function* readPart(
  reading: Reading,
  part: Part,
  content: Uint8Array,
  { reported, isAll, wanted }: { reported: readonly Finding[]; isAll: boolean; wanted: Wanted },
): Chunked<ReadInterchange> {
  const text = reading.decoded.text.slice(part.start, part.end);
  const own = part.interchange?.messages ?? [];
  const found = reported.map(asRefusal);
  const errors = found.filter(({ severity }) => severity === "error");
  const refused = part.interchange && refusalsOf(part.interchange, errors);
  const refusedFor = (message: Message) =>
    refused?.messages.get(message)?.[0] ?? (message.group && refused?.groups.get(message.group));
  const messages: ReadMessage[] = [];
  const findings = [...found];
  for (const message of own) {
    yield;
    const { document, findings: more } = yield* readDocument(message, wanted(message, { text }));
    if (!isAll) findings.push(...more);
    messages.push({ message, document, error: refusedFor(message) });
  }
  return {
    interchange: part.interchange,
    text,
    digest: createHash("sha256").update(content).digest("hex"),
    encoding: encodingAt(reading.decoded.parts, part.start),
    messages,
    findings: findings.sort(byOffset).map((finding) => shifted(finding, part)),
    segmentCount: part.nextSegment - part.segment,
    errors,
    isRefused: refused?.whole !== undefined || !part.interchange?.header,
    refusedGroups: [...(refused?.groups ?? [])].flatMap(([group, error]) =>
      group.messages === 0 ? [{ group, error }] : [],
    ),
  };
}

function findingsByPart(parts: readonly Part[], findings: readonly Finding[]): Finding[][] {
  const lists: Finding[][] = parts.map(() => []);
  let at = 0;
  for (const finding of [...findings].sort(byOffset)) {
    while (at < parts.length - 1 && finding.position.offset >= (parts[at]?.end ?? 0)) at += 1;
    lists[at]?.push(finding);
  }
  return lists;
}

/**
 * One entry for each interchange of a file, one in all for a file without any. No content makes this throw. A stored
 * text is read with the findings from then: it alone no longer shows what was wrong with its bytes.
 */
export function* readAll(
  content: Uint8Array | string,
  wanted: Wanted = () => "document",
  stored?: readonly Finding[],
): Chunked<ReadInterchange[]> {
  const reading = yield* readEdifact(content);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const parts = partsOf(reading);
  const lists = stored ? [stored] : findingsByPart(parts, reading.findings);
  const read: ReadInterchange[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const { decoded } = reading;
    const isLast = index === parts.length - 1;
    const mark = index === 0 ? decoded.byteOrderMark : 0;
    const to = from + mark + byteLengthBetween(decoded, part.start, part.end);
    const slice = bytes.subarray(from, isLast ? undefined : to);
    const found = { reported: lists[index] ?? [], isAll: stored !== undefined, wanted };
    read.push(yield* readPart(reading, part, slice, found));
    from = to;
  }
  return read;
}
