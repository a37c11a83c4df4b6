import type { LabelLanguage } from "./label.ts";

/** A printer as the print service names it; the driver may be missing. */
export type NamedPrinter = { name: string; driver?: string | null | undefined };

const labelPrinterWords = /zpl|zebra|zd|epl|zdesigner|lp/;

const wordsOf = ({ name, driver }: NamedPrinter): string => `${driver ?? ""}\n${name}`.toLowerCase();

/** Whether a printer is offered: its name or driver contains zpl, zebra, zd, epl, zdesigner or lp (labels#printers). */
export const isLabelPrinter = (printer: NamedPrinter): boolean => labelPrinterWords.test(wordsOf(printer));

const languageIn = (words: string): LabelLanguage | undefined => {
  if (/epl|zebraep/.test(words)) return "EPL";
  if (/zpl|2844-?z|zebra\.ppd/.test(words)) return "ZPL";
  return /lp/.test(words) ? "EPL" : undefined;
};

/**
 * The language of a printer by its driver, and by its name where the driver says nothing: lp or epl is EPL, else ZPL. A
 * name that says zpl or 2844-Z is ZPL although there is an "lp" in it (labels#language).
 */
export function languageOf({ name, driver }: NamedPrinter): LabelLanguage {
  return languageIn((driver ?? "").toLowerCase()) ?? languageIn(name.toLowerCase()) ?? "ZPL";
}
