import { isBreak } from "./lines.ts";
import { componentOf, type Segment, type Separators } from "./segment.ts";

/** Characters that are searched at a time, and those beyond them that an envelope's start may need. */
const chunkLength = 256 * 1024;
const maxStartLength = 32;

/** Reading resumes here after text that is not a segment; at UNG and UNH where UNB is damaged. */
const envelopeStart = /UN(?:A[\s\S]{5,6}\s{0,8}UN[BGH]|[BGH][^A-Za-z0-9\s])/;

/** Finds the end of text that is not a segment, a chunk at a time. */
export class NonSegmentText {
  private searchedTo: number | undefined;

  constructor(private readonly text: string) {}

  /** Whether the search continues with the next call. */
  get isSearching(): boolean {
    return this.searchedTo !== undefined;
  }

  /** The end of the text that begins at `offset`; undefined while the search continues. */
  endAfter(offset: number): number | undefined {
    const { text } = this;
    const from = this.searchedTo ?? offset + 1;
    const to = from + chunkLength;
    const found = envelopeStart.exec(text.slice(from, to + maxStartLength));
    const end = found && found.index < chunkLength ? from + found.index : undefined;
    if (end === undefined && to < text.length) {
      this.searchedTo = to;
      return undefined;
    }
    this.searchedTo = undefined;
    return end ?? text.length;
  }
}

/** A tag of an envelope with a character after it that may be a separator. */
const separatedTag = /UN(?:A[\s\S]{5,6}\s{0,8}UNB|[BHTZGE][^A-Za-z0-9\s])/y;
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
    separatedTag.lastIndex = offset;
    if (!separatedTag.test(this.text)) return false;
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

/** Finds the ends of the binary objects (UNO to UNP) of a text. Their length is given in bytes of its encoding. */
export class BinaryObjects {
  /** The offset of the next UNP, once it was searched for. */
  private trailer = -1;

  constructor(
    private readonly text: string,
    private readonly encodingAt: (offset: number) => string,
  ) {}

  /**
   * The end of the object that starts at `offset`, by its length as UNO writes it (`isRight`). Where no UNP follows
   * there, it ends at the next UNP, and at `offset` itself if there is none.
   */
  after(offset: number, written: string, separator: string): { end: number; isRight: boolean } {
    const { text } = this;
    const trailer = `UNP${separator}`;
    const end = /^\d{1,18}$/.test(written)
      ? afterBytes(text, offset, Number(written), this.encodingAt(offset))
      : undefined;
    if (end !== undefined && text.startsWith(trailer, end)) return { end, isRight: true };
    // Searched for once for all objects before it: a file may have a million that never end.
    if (this.trailer < offset) {
      const found = text.indexOf(trailer, offset);
      this.trailer = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return { end: this.trailer < text.length ? this.trailer : offset, isRight: false };
  }
}

/** The offset in the text after `bytes` bytes of it; undefined where no character ends there. */
function afterBytes(text: string, from: number, bytes: number, encoding: string): number | undefined {
  if (encoding !== "utf-8") return from + bytes <= text.length ? from + bytes : undefined;
  let left = bytes;
  let index = from;
  while (left > 0 && index < text.length) {
    const code = text.codePointAt(index) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += code < 0x10000 ? 1 : 2;
  }
  return left === 0 ? index : undefined;
}
