import { isObject } from "#app/values/read.ts";
import { type LabelLanguage, labelLanguages, type Media, mediaFrom } from "./label.ts";
import { languageOf } from "./printers.ts";

/** How this workstation prints. */
export type LabelSettings = {
  media: Media;
  /** The language of downloaded files; undefined follows the printer. */
  language: LabelLanguage | undefined;
  /** Name of the printer that was chosen last. */
  printer: string | undefined;
  /** That printer's driver as the print service names it, where it does: it tells the language. */
  driver: string | undefined;
  /** Languages that a person set against a printer's name, by that name. */
  languages: Record<string, LabelLanguage>;
};

const longestName = 200;
/** A workstation knows a few printers; the cookie must stay small. */
const mostPrinters = 10;

const languageIn = (value: unknown): LabelLanguage | undefined =>
  labelLanguages.find((known) => known === value);

const nameIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" && value.length <= longestName ? value : undefined;

/** Settings as a cookie or a form holds them; whatever is missing or wrong falls back. */
export function labelSettingsFrom(raw: unknown): LabelSettings {
  const sent = isObject(raw) ? raw : {};
  const languages = Object.entries(isObject(sent.languages) ? sent.languages : {}).flatMap(
    ([name, value]): [string, LabelLanguage][] => {
      const language = languageIn(value);
      return language === undefined || nameIn(name) === undefined ? [] : [[name, language]];
    },
  );
  return {
    media: mediaFrom(isObject(sent.media) ? sent.media : {}),
    language: languageIn(sent.language),
    printer: nameIn(sent.printer),
    driver: nameIn(sent.driver),
    languages: Object.fromEntries(languages.slice(-mostPrinters)),
  };
}

/** The language of files and pictures: the one set for them, else the chosen printer's, else ZPL. */
export function fileLanguage({ language, printer, driver, languages }: LabelSettings): LabelLanguage {
  if (language !== undefined) return language;
  if (printer === undefined) return "ZPL";
  return languages[printer] ?? languageOf({ name: printer, driver });
}

/** A settings form that was not taken: what was typed, and what is wrong with it, by field. */
export type SettingsAnswer = { typed: Record<string, string>; errors: Record<string, string[]> };
