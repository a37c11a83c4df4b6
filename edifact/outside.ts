/** How far text that is no segment is searched at a time, and what an envelope's start may take beyond that. */
const longestSearch = 256 * 1024;
const headerEnd = 32;

/** Where reading goes on after text that is no segment; UNG and UNH where UNB is damaged. */
const envelopeStart = /UN(?:A[\s\S]{5,6}\s{0,8}UN[BGH]|[BGH][^A-Za-z0-9\s])/;
/** The search for where text that is no segment ends, a piece at a time. */
export class Outside {
  private searched: number | undefined;

  constructor(private readonly text: string) {}

  /** Whether an end is still being looked for. */
  get isSearching(): boolean {
    return this.searched !== undefined;
  }

  /** Where the text that begins at `offset` ends; undefined while the search goes on. */
  next(offset: number): number | undefined {
    const { text } = this;
    const from = this.searched ?? offset + 1;
    const to = from + longestSearch;
    const found = envelopeStart.exec(text.slice(from, to + headerEnd));
    const end = found && found.index < longestSearch ? from + found.index : undefined;
    if (end === undefined && to < text.length) {
      this.searched = to;
      return undefined;
    }
    this.searched = undefined;
    return end ?? text.length;
  }
}
