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
