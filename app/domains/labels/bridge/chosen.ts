import { isObject, readJson } from "#app/core/values/values.ts";
import { tabStorage } from "../browser.ts";
import type { LabelLanguage } from "../label.ts";

/** A tab's choices of a printer, and of printers' languages; `isSet`: a person has set it. */
export type PrinterChoices = {
  printer?: string;
  printers?: Record<string, { language: LabelLanguage; isSet: boolean }>;
};

export type ChosenPrinter = { read(): PrinterChoices; save(choices: PrinterChoices): void };

const key = "labelPrinter";

/**
 * What this tab chose last. It counts more than what the portal knows: a page that is loaded again right after a choice
 * may have been asked for before the choice was saved (labels#chosen).
 */
export const chosenHere: ChosenPrinter = {
  read() {
    const stored = readJson(tabStorage.get(key) ?? "{}");
    // Only this page writes it.
    return isObject(stored) ? (stored as PrinterChoices) : {};
  },
  save: (choices) => void tabStorage.set(key, JSON.stringify(choices)),
};
