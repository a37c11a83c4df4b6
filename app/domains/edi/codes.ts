import { shorten } from "#app/values/show.ts";
import { codeMeaning } from "#edifact/index.ts";

const maxCodeLength = 80;

/** A code as it was sent, and what it means where the dictionary knows it. */
export type ShownCode = { code: string; meaning: string };

/** A code of a data element, e.g. 1225. */
export const shownCode = (element: string, code: string): ShownCode => ({
  code: shorten(code, maxCodeLength),
  meaning: code === "" ? "" : (codeMeaning(element, code) ?? ""),
});

/** '220 Order'; a code that the dictionary does not know stands alone. */
export function codeWithMeaning(element: string, code: string): string {
  const { code: shown, meaning } = shownCode(element, code);
  return meaning === "" ? shown : `${shown} ${meaning}`;
}

/** 'Order', or the code where the dictionary does not know it. */
export const meaningOrCode = (element: string, code: string): string => {
  const { code: shown, meaning } = shownCode(element, code);
  return meaning || shown;
};
