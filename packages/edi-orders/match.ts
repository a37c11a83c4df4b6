import { lineName, type PartnerLine } from "./message.ts";

type Coded = {
  number: string;
  item: string;
  codes: readonly string[];
  levelCode?: string | null;
  isDeleted?: true;
};

const codesOf = ({
  item,
  levelCode = null,
  codes,
}: Pick<Coded, "item" | "levelCode" | "codes">): Set<string> =>
  new Set([item, levelCode ?? "", ...codes].filter((code) => code !== ""));

/** Index of lines by number and by article code: an order may have thousands. */
export class Places {
  readonly #lines: Coded[] = [];
  readonly #numbers = new Map<string, number[]>();
  readonly #codes = new Map<string, number[]>();

  constructor(lines: readonly Coded[]) {
    for (const line of lines) this.add(line);
  }

  add(line: Coded): void {
    const place = this.#lines.push(line) - 1;
    if (line.isDeleted) return;
    this.#numbers.set(line.number, [...this.#numbered(line.number), place]);
    for (const code of codesOf(line)) this.#codes.set(code, [...(this.#codes.get(code) ?? []), place]);
  }

  #numbered(number: string): readonly number[] {
    return this.#numbers.get(number) ?? [];
  }

  /** The line that is there under a number. */
  numbered(number: string): Coded | undefined {
    return number === "" ? undefined : this.#lines[this.#numbered(number)[0] ?? -1];
  }

  /** Places of the lines that match a number and an article, as far as a message names them. */
  named(wanted: Pick<PartnerLine, "number" | "item" | "codes">): number[] {
    const codes = codesOf(wanted);
    const ofItem = new Set([...codes].flatMap((code) => this.#codes.get(code) ?? []));
    if (wanted.number === "") return [...ofItem];
    return this.#numbered(wanted.number).filter((place) => codes.size === 0 || ofItem.has(place));
  }

  /** The place of the line that a message names by number and item, as far as given; words where it is not exactly one. */
  of(wanted: PartnerLine): number | string {
    const named = this.named(wanted);
    const [place] = named;
    if (place !== undefined && named.length === 1) return place;
    if (named.length > 1) return `${lineName(wanted)} may be any of ${named.length} lines`;
    const numbered = this.numbered(wanted.number);
    return numbered
      ? `line ${wanted.number} of the order is of '${numbered.item}', and not of '${wanted.item}'`
      : `the order has no ${lineName(wanted)}`;
  }
}
