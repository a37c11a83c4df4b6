import { isBreak } from "./lines.ts";
import { componentOf, type Segment, type Separators } from "./segment.ts";

/** A tag of an envelope with a character after it that may be a separator. */
const envelopeStart = /UN(?:A[\s\S]{5,6}\s{0,8}UNB|[BHTZGE][^A-Za-z0-9\s])/y;
const syntaxIdentifier = /^UN[A-Z]{2}/;
const messageType = /^[A-Z][A-Z0-9]{2,5}/;

/** Enough for a tag and the two elements after it. */
const maxLength = 100;

/** The header that a trailer belongs to, and the data element of it that the trailer repeats. */
const headerOf: Readonly<Record<string, { tag: string; reference: number }>> = {
  UNT: { tag: "UNH", reference: 0 },
  UNE: { tag: "UNG", reference: 4 },
  UNZ: { tag: "UNB", reference: 4 },
};

/**
 * Tells a segment of an envelope at the start of a line, before which a terminator is missing, from data that looks
 * like one, e.g. the tag that a CONTRL names in 0135. A trailer has to repeat the reference of the header that is open.
 */
export class MissingTerminator {
  private readonly headers = new Map<string, Segment>();

  constructor(private readonly text: string) {}

  /** Sets the header that is open on its level. */
  open(header: Segment): void {
    this.headers.set(header.tag, header);
  }

  /** Whether a segment of an envelope begins at `offset`, where a line does. */
  isBefore(offset: number, { element, terminator }: Separators): boolean {
    envelopeStart.lastIndex = offset;
    if (!envelopeStart.test(this.text)) return false;
    const tag = this.text.slice(offset, offset + 3);
    if (tag === "UNA") return true;
    const [, first = "", second = ""] = this.line(offset, terminator).split(element);
    if (tag === "UNB") return syntaxIdentifier.test(first);
    if (tag === "UNH") return messageType.test(second);
    if (tag === "UNG") return second !== "";
    const header = headerOf[tag];
    const open = header && this.headers.get(header.tag);
    return (
      header !== undefined &&
      open !== undefined &&
      second.trim() === componentOf(open, header.reference).trim()
    );
  }

  private line(offset: number, terminator: string): string {
    const written = this.text.slice(offset, offset + maxLength);
    let end = 0;
    while (end < written.length && written[end] !== terminator && !isBreak(written[end])) end += 1;
    return written.slice(0, end);
  }
}
