import { readTyped } from "#contract/typedText.ts";

/** The name of an EXO as our service writes it: 'exo 622' is 'EXO-000622'. */
export function exoNameIn(text: string): string | undefined {
  const number = /^exo[-\s#]*(\d{1,9})$/i.exec(text)?.[1];
  return number && `EXO-${String(Number(number)).padStart(6, "0")}`;
}

/** An RA# as our service writes it: 'ra# 6591999' is 'RA6591999'. */
export function raNumberIn(text: string): string | undefined {
  const number = /^ra[-\s#:]*(\d{2,})$/i.exec(text)?.[1];
  return number && `RA${number}`;
}

/** A hash that people put before a number. */
export const withoutHash = (text: string): string => text.replace(/^#\s*/, "");

/** A number written in groups, or after its letters: '2010 0651', 'VOL 10164'. '12 Main St' is none. */
const grouped = /^(?!0)(?:\p{L}{1,4} ?)?\d{2,}(?: \d{2,})*$/u;

/** What was typed to look for a record, by its number or otherwise, as numbers are stored (find#shapes). */
export function readRecordNumber(typed: string): string {
  const text = withoutHash(readTyped(typed));
  const number = grouped.test(text) ? text.replace(/ /g, "") : text;
  return exoNameIn(text) ?? raNumberIn(text) ?? number;
}
