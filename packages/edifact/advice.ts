import { hasBreak, isBreak } from "./lines.ts";
import { defaultSeparators, type Separators } from "./segment.ts";

/** A service string advice (UNA): its length in the text, the separators it names, and whether it was malformed. */
export type Advice = { length: number; separators: Separators; reserved?: string; isRepaired: boolean };

const service = /^UN[BGH]/;
const adviceLength = 9;

/**
 * Reads a service string advice that begins at `offset`, or returns undefined where none is meant: inside an
 * interchange it counts only when an envelope follows. One of eight characters (without the reserved space) is
 * repaired; one whose characters are not distinct gives the default separators.
 */
function adviceAt(text: string, offset: number, isInside: boolean): Advice | undefined {
  const wrapped = wrappedAdvice(text, offset);
  if (wrapped) return wrapped;
  if (!text.startsWith("UNA", offset)) return undefined;
  const characters = text.slice(offset + 3, offset + 9);
  const isFollowed = service.test(text.slice(offset + 9, offset + 41).trimStart());
  const short = shortAdvice(text, offset, characters);
  if (isInside && !isFollowed && !short) return undefined;
  if (short) return short;
  if (characters.length < 6)
    return { length: 3 + characters.length, separators: defaultSeparators, isRepaired: true };
  const [component = "", element = "", decimal = "", release = "", reserved = "", terminator = ""] =
    characters.split("");
  const separators: Separators = {
    component,
    element,
    decimal,
    ...(release === " " ? {} : { release }),
    terminator,
  };
  if (!areDistinct(separators)) return { length: 9, separators: defaultSeparators, isRepaired: true };
  return { length: 9, separators, ...(reserved === " " ? {} : { reserved }), isRepaired: false };
}

/** Reads the advices of a text; one that is repeated is parsed once. */
export class AdviceReader {
  private last: { written: string; advice: Advice } | undefined;

  /** See `adviceAt`. */
  at(text: string, offset: number, isInside: boolean): Advice | undefined {
    const { last } = this;
    if (last && text.startsWith(last.written, offset)) return last.advice;
    const advice = adviceAt(text, offset, isInside);
    // With an envelope right after it, an advice does not depend on anything else.
    const written = text.slice(offset, offset + adviceLength + 3);
    if (advice?.length === adviceLength && service.test(written.slice(adviceLength)) && !hasBreak(written))
      this.last = { written, advice };
    return advice;
  }
}

/** The next characters of a text without its line breaks, `count` at most, and the offset after the last of them. */
export function unbrokenAt(text: string, offset: number, count: number): { characters: string; end: number } {
  let characters = "";
  let end = offset;
  for (let index = offset; index < text.length && characters.length < count; index += 1) {
    if (isBreak(text[index])) continue;
    characters += text[index];
    end = index + 1;
  }
  return { characters, end };
}

/** An advice with a line break in it, in a wrapped file. */
function wrappedAdvice(text: string, offset: number): Advice | undefined {
  if (!hasBreak(text.slice(offset, offset + adviceLength))) return undefined;
  const { characters, end } = unbrokenAt(text, offset, adviceLength);
  if (!characters.startsWith("UNA") || !service.test(unbrokenAt(text, end, 3).characters)) return undefined;
  const advice = adviceAt(characters + unbrokenAt(text, end, 3).characters, 0, false);
  return advice && !advice.isRepaired && advice.length === adviceLength
    ? { ...advice, length: end - offset }
    : undefined;
}

/** An advice without its reserved space: an envelope or a line break follows where the terminator should be. */
function shortAdvice(text: string, offset: number, characters: string): Advice | undefined {
  const [component = "", element = "", decimal = "", release = "", terminator = ""] = characters.split("");
  const next = text.slice(offset + 8, offset + 200);
  // Where a line break is in the terminator's place, the first line shows which of the two ends segments.
  const isShort =
    service.test(next) || (terminator === "'" && /^\r?\nUN[BGH][^\r\n]*'\s*(\r|\n|$)/.test(next));
  if (!isShort) return undefined;
  const separators = { component, element, decimal, ...(release === " " ? {} : { release }), terminator };
  return {
    length: 8,
    separators: areDistinct(separators) ? separators : defaultSeparators,
    isRepaired: true,
  };
}

/** The service characters within segments and at their ends. */
export const serviceCharacters = ({ component, element, release, repetition, terminator }: Separators) =>
  [component, element, release, repetition, terminator].filter((one) => one !== undefined);

/** Whether no two service characters are the same, and none could be part of a tag or a number. */
export function areDistinct(separators: Separators): boolean {
  const characters = serviceCharacters(separators);
  return (
    new Set(characters).size === characters.length &&
    characters.every((one) => one.length === 1 && !/[A-Za-z0-9\ud800-\udfff]/.test(one))
  );
}
