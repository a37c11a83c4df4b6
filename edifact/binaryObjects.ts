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
