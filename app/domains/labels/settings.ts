import { isObject } from "#app/values/read.ts";
import { type LabelLanguage, labelLanguages, type Media, mediaFrom } from "./label.ts";
import { languageOf } from "./printers.ts";

/** How this workstation prints. */
export type LabelSettings = {
  /** What is in a printer that has no settings of its own. */
  media: Media;
  /** What is in the printers that have settings of their own, by their names. */
  profiles: Record<string, Media>;
  /** The language of downloaded files; undefined follows the printer. */
  language: LabelLanguage | undefined;
  /** Name of the printer that was chosen last. */
  printer: string | undefined;
  /** That printer's driver as the print service names it, where it does: it tells the language. */
  driver: string | undefined;
  /** Languages that a person set against a printer's name, by that name. */
  languages: Record<string, LabelLanguage>;
};

const maxNameLength = 200;
/** A workstation knows a few printers; the cookie must stay small. */
export const maxPrinters = 10;

const languageIn = (value: unknown): LabelLanguage | undefined =>
  labelLanguages.find((known) => known === value);

const nameIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" && value.length <= maxNameLength ? value : undefined;

/** Settings as a cookie or a form holds them; whatever is missing or wrong falls back. */
export function labelSettingsFrom(raw: unknown): LabelSettings {
  const sent = isObject(raw) ? raw : {};
  const languages = Object.entries(isObject(sent.languages) ? sent.languages : {}).flatMap(
    ([name, value]): [string, LabelLanguage][] => {
      const language = languageIn(value);
      return language === undefined || nameIn(name) === undefined ? [] : [[name, language]];
    },
  );
  const profiles = Object.entries(isObject(sent.profiles) ? sent.profiles : {}).flatMap(
    ([name, value]): [string, Media][] =>
      isObject(value) && nameIn(name) !== undefined ? [[name, mediaFrom(value)]] : [],
  );
  return {
    profiles: Object.fromEntries(profiles.slice(-maxPrinters)),
    media: mediaFrom(isObject(sent.media) ? sent.media : {}),
    language: languageIn(sent.language),
    printer: nameIn(sent.printer),
    driver: nameIn(sent.driver),
    languages: Object.fromEntries(languages.slice(-maxPrinters)),
  };
}

/** What is in a printer, the chosen one if none is named: its own settings, else those of every other printer. */
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

/** The language that a printer is sent. */
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

/** A settings form that was not taken: what was typed, and what is wrong with it, by field. */
export type SettingsAnswer = { typed: Record<string, string>; errors: Record<string, string[]> };
