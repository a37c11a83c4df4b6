import type { StoredOrderLine } from "#platform/database/schema/ediStored.ts";
import { lineName, nothingWritten, type PartnerLine, storedLine } from "./lines.ts";

/** 1229 of an ORDCHG's line: added, deleted, or changed. */
export const lineActions = { added: "1", deleted: "2", changed: "3" } as const;

/** A requested change: the resulting lines, and which of them it names; `place` counts from 0. */
export type Asked = { lines: StoredOrderLine[]; places: number[] };

type Coded = { item: string; levelCode?: string | null; codes?: string[] };

/** Every article code of a line. */
const codesOf = ({ item, levelCode = null, codes = [] }: Coded): Set<string> =>
  new Set([item, levelCode ?? "", ...codes].filter((code) => code !== ""));

/** Index of lines by number and by article code: an order may have thousands. */
class Places {
  readonly #numbers = new Map<string, number[]>();
  readonly #codes = new Map<string, number[]>();

  add(line: StoredOrderLine, place: number): void {
    if (line.isDeleted) return;
    this.#numbers.set(line.number, [...this.numbered(line.number), place]);
    for (const code of codesOf(line)) this.#codes.set(code, [...(this.#codes.get(code) ?? []), place]);
  }

  numbered(number: string): readonly number[] {
    return this.#numbers.get(number) ?? [];
  }

  /** Lines that match a number and an article, as far as a change names them. */
  named(wanted: PartnerLine): number[] {
    const codes = codesOf(wanted);
    const ofItem = new Set([...codes].flatMap((code) => this.#codes.get(code) ?? []));
    if (wanted.number === "") return [...ofItem];
    return this.numbered(wanted.number).filter((place) => codes.size === 0 || ofItem.has(place));
  }
}

/**
 * The place of the line that a change names, by its number and its item: those that it gives must all match. Words
 * where they match two lines, several, or none.
 */
function placeOf(lines: readonly StoredOrderLine[], places: Places, wanted: PartnerLine): number | string {
  const named = places.named(wanted);
  const [place] = named;
  if (place !== undefined && named.length === 1) return place;
  if (named.length > 1) return `${lineName(wanted)} may be any of ${named.length} lines`;
  const numbered = wanted.number === "" ? undefined : lines[places.numbered(wanted.number)[0] ?? -1];
  return numbered
    ? `line ${wanted.number} of the order is of '${numbered.item}', and not of '${wanted.item}'`
    : `the order has no ${lineName(wanted)}`;
}

function changed(line: StoredOrderLine, { written, deliverBy, action }: PartnerLine): StoredOrderLine {
  // The person's decision was about the line before the change.
  const { answer: _, ...before } = line;
  if (action === lineActions.deleted)
    return { ...before, ordered: 0, accepted: 0, isDeleted: true, differences: [] };
  return {
    ...before,
    written: { ...(line.written ?? writtenOf(line)), ...written },
    ...(deliverBy !== undefined && { deliverBy }),
  };
}

/** The reconstructed written values of an old line without stored ones. */
const writtenOf = ({ ordered, unitPrice }: StoredOrderLine) => ({
  ...nothingWritten,
  quantity: String(ordered),
  price: String(unitPrice),
});

/**
 * The lines as the partner requests them; fields that a change leaves out stay. Words where a line is ambiguous:
 * nothing is changed then.
 */
export function askedLines(
  lines: readonly StoredOrderLine[],
  wanted: readonly PartnerLine[],
): Asked | string {
  const after = [...lines];
  const places = new Places();
  for (const [place, line] of after.entries()) places.add(line, place);
  const named = new Set<number>();
  for (const line of wanted) {
    if (line.action === lineActions.added) {
      const same = line.number === "" ? undefined : after[places.numbered(line.number)[0] ?? -1];
      if (same) return `it adds a line ${line.number}, which the order has already, of '${same.item}'`;
      const added = storedLine(line);
      const place = after.push(added) - 1;
      places.add(added, place);
      named.add(place);
      continue;
    }
    const place = placeOf(after, places, line);
    if (typeof place === "string") return place;
    const before = after[place];
    if (before) after[place] = changed(before, line);
    named.add(place);
  }
  return { lines: after, places: [...named] };
}
