import type { Chunked } from "./chunked.ts";
import { type Findings, type Limits, positionOf } from "./finding.ts";
import {
  type FunctionalGroup,
  type Interchange,
  interchangeKey,
  type Message,
  openGroup,
  openInterchange,
  openMessage,
  openPackage,
  type Package,
} from "./interchange.ts";
import { componentOf, type Segment } from "./segment.ts";

/**
 * Finds interchanges, functional groups and messages in the segments of a file, and checks their counts, references
 * and completeness. An envelope without a header or trailer is listed with the segments that it has.
 */
export function* openEnvelopes(
  segments: readonly Segment[],
  findings: Findings,
  limits: Pick<Limits, "interchanges" | "messages">,
): Chunked<Interchange[]> {
  const reader = new EnvelopeReader(findings);
  let count = 0;
  for (const segment of segments) {
    const { interchanges, opened } = reader;
    if (
      (segment.tag === "UNB" && reader.headers >= limits.interchanges) ||
      (opened >= limits.messages && ["UNH", "UNG", "UNO"].includes(segment.tag))
    ) {
      findings.add("too-many-envelopes", positionOf(segment), interchanges.length, opened);
      break;
    }
    reader.take(segment);
    count += 1;
    if (count % 500 === 0) yield;
  }
  reader.endInterchange();
  return reader.interchanges;
}

const isEmpty = ({ groups, messages, packages }: Interchange): boolean =>
  groups.length + messages.length + packages.length === 0;

/**
 * Whether an interchange and the one before it are merged in the list, since each costs its user as much as a good one:
 * both have no content, as repeated headers, or both have no header.
 */
const isContinuation = (before: Interchange, interchange: Interchange): boolean =>
  isEmpty(before) ? isEmpty(interchange) : !before.header && !interchange.header;

function append(before: Interchange, interchange: Interchange): void {
  before.last = interchange.last;
  // No spread: there may be more messages than a call accepts arguments.
  for (const group of interchange.groups) before.groups.push(group);
  for (const message of interchange.messages) before.messages.push(message);
  for (const one of interchange.packages) before.packages.push(one);
}

class EnvelopeReader {
  readonly interchanges: Interchange[] = [];
  /** UNB segments so far, and messages, functional groups and packages. */
  headers = 0;
  opened = 0;
  private advice: Segment | undefined;
  private interchange: Interchange | undefined;
  private group: FunctionalGroup | undefined;
  private message: Message | undefined;
  private package: Package | undefined;
  // UNO and UNP in the open message.
  private objectSegments = 0;
  private hasReportedSecurity = false;
  private readonly keys = new Set<string>();
  private references = new Set<string>();

  constructor(private readonly findings: Findings) {}

  take(segment: Segment) {
    if (segment.tag === "") return;
    if (segment.tag === "UNA") {
      this.endInterchange();
      this.advice = segment;
      return;
    }
    // An advice has closed the interchange before it, and belongs to this one.
    if (segment.tag === "UNB" && this.interchange) this.endInterchange();
    const interchange = this.interchange ?? this.begin(segment);
    interchange.last = segment.number;
    switch (segment.tag) {
      case "UNB":
        break;
      case "UNG":
        this.endGroup();
        this.group = openGroup(segment);
        this.opened += 1;
        interchange.groups.push(this.group);
        break;
      case "UNH":
        this.beginMessage(segment, interchange);
        break;
      case "UNT":
        this.takeMessageTrailer(segment);
        break;
      case "UNO":
        if (this.message) this.takeInMessage(segment, this.message);
        else this.beginPackage(segment, interchange);
        break;
      case "UNP":
        if (this.message) this.takeInMessage(segment, this.message);
        else this.takePackageTrailer(segment);
        break;
      case "UNE":
        this.takeGroupTrailer(segment);
        break;
      case "UNZ":
        this.takeTrailer(segment, interchange);
        break;
      default:
        this.takeInside(segment);
    }
  }

  /** Closes all open envelopes, and reports what is missing. */
  endInterchange() {
    const { interchange, findings } = this;
    this.endGroup();
    this.advice = undefined;
    if (!interchange) return;
    this.interchange = undefined;
    if (interchange.header && !interchange.trailer)
      findings.add("trailer-missing", positionOf(interchange.header), "UNB", "UNZ");
    const { groups, messages, packages, header, trailer } = interchange;
    const position = header ?? trailer;
    if (position && messages.length + packages.length === 0)
      findings.add("nothing-inside", positionOf(position));
    if (groups.length > 0 && messages.some(({ group }) => group === undefined) && position)
      findings.add("groups-and-messages-mixed", positionOf(position));
    const before = this.interchanges.at(-2);
    if (!before || !isContinuation(before, interchange)) return;
    this.interchanges.pop();
    append(before, interchange);
  }

  private begin(first: Segment): Interchange {
    const { findings } = this;
    const interchange = openInterchange(first, this.advice);
    this.interchange = interchange;
    this.interchanges.push(interchange);
    this.references = new Set();
    if (interchange.header) this.headers += 1;
    const position = positionOf(first);
    if (!interchange.header) {
      findings.add("header-missing", position, first.tag, "UNB");
      return interchange;
    }
    const { controlReference, sender, recipient } = interchange;
    if (!sender.identification) findings.add("partner-missing", { ...position, element: 2 }, "sender");
    if (!recipient.identification) findings.add("partner-missing", { ...position, element: 3 }, "recipient");
    if (interchange.preparedAt === undefined) {
      const written = (first.elements[3] ?? []).join(":");
      findings.add("date-invalid", { ...position, element: 4 }, written);
    }
    if (!controlReference) findings.add("reference-missing", { ...position, element: 5 }, "UNB");
    const key = interchangeKey(interchange);
    if (controlReference && this.keys.has(key))
      findings.add("duplicate-interchange", { ...position, element: 5 }, controlReference);
    this.keys.add(key);
    return interchange;
  }

  private beginMessage(segment: Segment, interchange: Interchange) {
    this.endMessage();
    const message = openMessage(segment, this.group);
    this.message = message;
    this.objectSegments = 0;
    interchange.messages.push(message);
    this.countOpened(message);
    const { group } = message;
    const key = JSON.stringify([group?.reference, message.reference]);
    if (message.reference && this.references.has(key))
      this.findings.add("duplicate-message", positionOf(segment, 1), message.reference);
    this.references.add(key);
  }

  /** An object inside a message, as MEDBIN has it, although ISO 9735-8 puts packages beside messages. */
  private takeInMessage(segment: Segment, message: Message) {
    message.segments.push(segment);
    this.objectSegments += 1;
  }

  private beginPackage(segment: Segment, interchange: Interchange) {
    this.endMessage();
    this.package = openPackage(segment);
    interchange.packages.push(this.package);
    this.countOpened(this.package);
  }

  private countOpened({ header, reference }: Message | Package) {
    this.opened += 1;
    if (this.group) this.group.messages += 1;
    if (!reference) this.findings.add("reference-missing", positionOf(header, 1), header.tag);
  }

  private reportStray(trailer: Segment, header: string) {
    this.findings.add("header-missing", positionOf(trailer), trailer.tag, header);
  }

  private takePackageTrailer(trailer: Segment) {
    const opened = this.package;
    if (!opened) return this.reportStray(trailer, "UNO");
    this.package = undefined;
    this.compareReference(trailer, "UNO", opened.reference);
  }

  private takeInside(segment: Segment) {
    if (this.message) {
      this.message.segments.push(segment);
      return;
    }
    if (!/^US[A-Z]$/.test(segment.tag))
      this.findings.add("segment-outside-message", positionOf(segment), segment.tag);
    else if (!this.hasReportedSecurity) {
      this.hasReportedSecurity = true;
      this.findings.add("security-not-checked", positionOf(segment));
    }
  }

  private takeMessageTrailer(trailer: Segment) {
    const { message } = this;
    if (!message) return this.reportStray(trailer, "UNH");
    message.segments.push(trailer);
    message.trailer = trailer;
    this.message = undefined;
    const count = message.segments.length;
    // The standard does not say whether UNT counts an object's segments.
    const counts = this.objectSegments > 0 ? [count, count - this.objectSegments] : [count];
    this.compareCount(trailer, counts, "segments");
    this.compareReference(trailer, "UNH", message.reference);
  }

  private takeGroupTrailer(trailer: Segment) {
    this.endMessage();
    const { group } = this;
    if (!group) return this.reportStray(trailer, "UNG");
    group.trailer = trailer;
    this.group = undefined;
    this.compareCount(trailer, [group.messages], "messages");
    this.compareReference(trailer, "UNG", group.reference);
  }

  private takeTrailer(trailer: Segment, interchange: Interchange) {
    this.endGroup();
    interchange.trailer = trailer;
    const { groups, messages, packages, header } = interchange;
    this.compareCount(
      trailer,
      [groups.length > 0 ? groups.length : messages.length + packages.length],
      groups.length > 0 ? "functional groups" : "messages",
    );
    if (header) this.compareReference(trailer, "UNB", interchange.controlReference);
    this.endInterchange();
  }

  private endMessage() {
    if (this.message) this.findings.add("trailer-missing", positionOf(this.message.header), "UNH", "UNT");
    if (this.package) this.findings.add("trailer-missing", positionOf(this.package.header), "UNO", "UNP");
    this.message = undefined;
    this.package = undefined;
  }

  private endGroup() {
    this.endMessage();
    if (this.group) this.findings.add("trailer-missing", positionOf(this.group.header), "UNG", "UNE");
    this.group = undefined;
  }

  /** `counts`: the valid values of the trailer, the first of which is reported if it has another. */
  private compareCount(trailer: Segment, counts: readonly number[], unit: string) {
    const written = componentOf(trailer, 0).trim();
    const position = positionOf(trailer, 1);
    if (!/^\d{1,9}$/.test(written)) this.findings.add("count-invalid", position, trailer.tag, written);
    else if (!counts.includes(Number(written)))
      this.findings.add("count-mismatch", position, trailer.tag, written, counts[0] ?? 0, unit);
  }

  private compareReference(trailer: Segment, header: string, expected: string) {
    const written = componentOf(trailer, 1).trim();
    if (written !== expected)
      this.findings.add("reference-mismatch", positionOf(trailer, 2), trailer.tag, written, header, expected);
  }
}
