import { informationSeparators, type Separators, usualSeparators } from "./segment.ts";

/** A service string advice (UNA) in the text: how long it is, what it names, and whether it had to be mended. */
export type Advice = { length: number; separators: Separators; reserved?: string; mended: boolean };

const service = /^UN[BGH]/;

/**
 * Reads a service string advice that begins at `offset`, or returns undefined where none is meant: inside an
 * interchange it counts only when an envelope follows. One of eight characters (the reserved space left out) is mended;
 * one whose characters cannot be told apart gives the usual separators.
 */
export function adviceAt(text: string, offset: number, inside: boolean): Advice | undefined {
  if (!text.startsWith("UNA", offset)) return undefined;
  const characters = text.slice(offset + 3, offset + 9);
  const followed = service.test(text.slice(offset + 9, offset + 41).trimStart());
  const short = shortAdvice(text, offset, characters);
  if (inside && !followed && !short) return undefined;
  if (short) return short;
  if (characters.length < 6)
    return { length: 3 + characters.length, separators: usualSeparators, mended: true };
  const [component = "", element = "", decimal = "", release = "", reserved = "", terminator = ""] =
    characters.split("");
  const separators: Separators = {
    component,
    element,
    decimal,
    ...(release === " " ? {} : { release }),
    terminator,
  };
  if (!areDistinct(separators)) return { length: 9, separators: usualSeparators, mended: true };
  return { length: 9, separators, ...(reserved === " " ? {} : { reserved }), mended: false };
}

/** An advice without its reserved space: the envelope, or a line break, stands where the terminator should be. */
function shortAdvice(text: string, offset: number, characters: string): Advice | undefined {
  const [component = "", element = "", decimal = "", release = "", terminator = ""] = characters.split("");
  const next = text.slice(offset + 8, offset + 200);
  // Where a line break stands in the terminator's place, the first line shows which of the two ends segments.
  const wanting =
    service.test(next) || (terminator === "'" && /^\r?\nUN[BGH][^\r\n]*'\s*(\r|\n|$)/.test(next));
  if (!wanting) return undefined;
  const separators = { component, element, decimal, ...(release === " " ? {} : { release }), terminator };
  return { length: 8, separators: areDistinct(separators) ? separators : usualSeparators, mended: true };
}

/** Whether every service character has one meaning, and none could be part of a tag or a number. */
export function areDistinct({ component, element, release, repetition, terminator }: Separators): boolean {
  const characters = [component, element, terminator, release, repetition].filter((one) => one !== undefined);
  return (
    new Set(characters).size === characters.length &&
    characters.every((one) => one.length === 1 && !/[A-Za-z0-9\ud800-\udfff]/.test(one))
  );
}

/**
 * The separators of an interchange without an advice of its own, or whose UNB (at `offset`) disagrees with it: the
 * character after UNB is the element separator. `disagrees` is false where that is what was expected.
 */
export function separatorsOfHeader(
  text: string,
  offset: number,
  advised: Separators | undefined,
): { separators: Separators; disagrees: boolean } {
  const expected = advised ?? usualSeparators;
  const separator = text[offset + 3] ?? "";
  if (separator === expected.element) return { separators: expected, disagrees: false };
  if (!advised && separator === informationSeparators.element)
    return { separators: informationSeparators, disagrees: false };
  if (separator === usualSeparators.element) return { separators: usualSeparators, disagrees: true };
  const found = { ...expected, element: separator };
  return { separators: separator && areDistinct(found) ? found : expected, disagrees: true };
}

/** The repetition separator of syntax 4 and later: named by the advice, '*' without one. */
export function withRepetition(
  separators: Separators,
  reserved: string | undefined,
  advised: boolean,
): Separators {
  const repetition = advised ? reserved : "*";
  if (repetition === undefined) return separators;
  const found = { ...separators, repetition };
  return areDistinct(found) ? found : separators;
}
