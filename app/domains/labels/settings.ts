import type { LabelSettings } from "./forms.ts";
import { type LabelLanguage, lineOfText, maxPrinterNameLength } from "./label.ts";
import type { Media } from "./labelSchemas.ts";

/** A printer as named by the print service; the driver may be missing. */
export type NamedPrinter = { name: string; driver?: string | null | undefined };

const labelPrinterWords = /zpl|zebra|zd|epl|zdesigner|lp/;

const wordsOf = ({ name, driver }: NamedPrinter): string => `${driver ?? ""}\n${name}`.toLowerCase();

const isName = (name: string): boolean =>
  name !== "" && name.length <= maxPrinterNameLength && lineOfText.test(name);

/**
 * Whether a printer is offered: its name or driver contains zpl, zebra, zd, epl, zdesigner or lp (labels#printers), and it
 * can be chosen by its name.
 */
export const isLabelPrinter = (printer: NamedPrinter): boolean =>
  isName(printer.name) && labelPrinterWords.test(wordsOf(printer));

const languageIn = (words: string): LabelLanguage | undefined => {
  if (/epl|zebraep/.test(words)) return "EPL";
  if (/zpl|2844-?z|zebra\.ppd/.test(words)) return "ZPL";
  return /lp/.test(words) ? "EPL" : undefined;
};

// Names are chosen freely: 'Alpine room' is no LP.
const wordsInName = (name: string): string =>
  (name.toLowerCase().match(/(?<![a-z])(zebraep|epl|zpl|lp|2844-?z|zebra\.ppd)(?![a-z])/g) ?? []).join(" ");

/** The source of a printer's language: its driver, or its name if the driver is generic (labels#language). */
export function languageTold({ name, driver }: NamedPrinter): {
  language: LabelLanguage;
  by: "driver" | "name";
} {
  const byDriver = languageIn((driver ?? "").toLowerCase());
  if (byDriver) return { language: byDriver, by: "driver" };
  const byName = languageIn(wordsInName(name));
  return { language: byName ?? "ZPL", by: byName || !driver ? "name" : "driver" };
}

/**
 * The language of a printer: lp or epl is EPL, else ZPL. A name with zpl or 2844-Z is ZPL although
 * it contains "lp" (labels#language).
 */
export const languageOf = (printer: NamedPrinter): LabelLanguage => languageTold(printer).language;

/** The media of a printer, by default the chosen one: its own settings, else those of all other printers. */
export const mediaFor = ({ media, printers, printer: chosen }: LabelSettings, printer = chosen): Media =>
  printers[printer ?? ""]?.media ?? media;

/** The language of the commands sent to a printer: what it was chosen with, else what its name tells. */
export const printerLanguage = ({ printers }: LabelSettings, printer: string): LabelLanguage =>
  printers[printer]?.language ?? languageOf({ name: printer });

/** The language of files and pictures: the one set for them, else the chosen printer's, else ZPL. */
export function fileLanguage(settings: LabelSettings): LabelLanguage {
  const { language, printer } = settings;
  if (language !== undefined) return language;
  return printer === undefined ? "ZPL" : printerLanguage(settings, printer);
}

/** A rejected form of the workstation: the typed values and the errors, by field. */
export type FormAnswer = { typed: Record<string, string>; errors: Record<string, string[]> };

/** The printers with a test label that was scanned back, the latest first (labels#proof). */
export const proofsOf = ({ printers }: LabelSettings) =>
  Object.entries(printers)
    .flatMap(([printer, { proof }]) => (proof ? [{ printer, ...proof }] : []))
    .sort((one, other) => other.at - one.at);
