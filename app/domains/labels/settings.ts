import type { LabelLanguage, Media } from "./label.ts";
import { languageOf } from "./printers.ts";

/** Print settings of this workstation. */
export type LabelSettings = {
  /** Media of printers without settings of their own. */
  media: Media;
  /** Media of printers with settings of their own, by printer name. */
  profiles: Record<string, Media>;
  /** The language of downloaded files; undefined follows the printer. */
  language: LabelLanguage | undefined;
  /** Name of the last chosen printer. */
  printer: string | undefined;
  /** That printer's driver as named by the print service, if known: it determines the language. */
  driver: string | undefined;
  /** Languages that a person set for printers, by printer name. */
  languages: Record<string, LabelLanguage>;
};

/** A workstation uses few printers, and the cookie must stay small. */
export const maxPrinters = 10;

/** The media of a printer, by default the chosen one: its own settings, else those of all other printers. */
export function mediaFor(
  {
    media,
    profiles = {},
    printer: chosen,
  }: { media: Media; profiles?: Record<string, Media>; printer?: string | undefined },
  printer = chosen,
): Media {
  return (printer === undefined ? undefined : profiles[printer]) ?? media;
}

/** The language of the commands sent to a printer. */
export function printerLanguage(
  { languages, printer: chosen, driver }: LabelSettings,
  printer: string,
): LabelLanguage {
  return languages[printer] ?? languageOf({ name: printer, driver: printer === chosen ? driver : undefined });
}

/** The language of files and pictures: the one set for them, else the chosen printer's, else ZPL. */
export function fileLanguage(settings: LabelSettings): LabelLanguage {
  const { language, printer } = settings;
  if (language !== undefined) return language;
  return printer === undefined ? "ZPL" : printerLanguage(settings, printer);
}

/** A rejected form of the workstation: the typed values and the errors, by field. */
export type FormAnswer = { typed: Record<string, string>; errors: Record<string, string[]> };
