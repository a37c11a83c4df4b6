import { defaultSeparators, holdsBreak, isBreak, type Separators } from "./segment.ts";

/** A service string advice (UNA) in the text: how long it is, what it names, and whether it had to be mended. */
export type Advice = { length: number; separators: Separators; reserved?: string; mended: boolean };

const service = /^UN[BGH]/;
const adviceLength = 9;

/**
 * Reads a service string advice that begins at `offset`, or returns undefined where none is meant: inside an
 * interchange it counts only when an envelope follows. One of eight characters (the reserved space left out) is mended;
 * one whose characters cannot be told apart gives the usual separators.
 */
function adviceAt(text: string, offset: number, inside: boolean): Advice | undefined {
  const wrapped = wrappedAdvice(text, offset);
  if (wrapped) return wrapped;
  if (!text.startsWith("UNA", offset)) return undefined;
  const characters = text.slice(offset + 3, offset + 9);
  const followed = service.test(text.slice(offset + 9, offset + 41).trimStart());
  const short = shortAdvice(text, offset, characters);
  if (inside && !followed && !short) return undefined;
  if (short) return short;
  if (characters.length < 6)
    return { length: 3 + characters.length, separators: defaultSeparators, mended: true };
  const [component = "", element = "", decimal = "", release = "", reserved = "", terminator = ""] =
    characters.split("");
  const separators: Separators = {
    component,
    element,
    decimal,
    ...(release === " " ? {} : { release }),
    terminator,
  };
  if (!areDistinct(separators)) return { length: 9, separators: defaultSeparators, mended: true };
  return { length: 9, separators, ...(reserved === " " ? {} : { reserved }), mended: false };
}

/** The advices of a text: the one of a file that repeats it is read once. */
export class Advices {
  private last: { written: string; advice: Advice } | undefined;

  /** As `adviceAt` says. */
  at(text: string, offset: number, inside: boolean): Advice | undefined {
    const { last } = this;
    if (last && text.startsWith(last.written, offset)) return last.advice;
    const advice = adviceAt(text, offset, inside);
    // With an envelope right after it, nothing else decides what an advice says.
    const written = text.slice(offset, offset + adviceLength + 3);
    if (advice?.length === adviceLength && service.test(written.slice(adviceLength)) && !holdsBreak(written))
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

/** An advice in a file of lines of one width, where a line ends within it. */
function wrappedAdvice(text: string, offset: number): Advice | undefined {
  if (!holdsBreak(text.slice(offset, offset + adviceLength))) return undefined;
  const { characters, end } = unbrokenAt(text, offset, adviceLength);
  if (!characters.startsWith("UNA") || !service.test(unbrokenAt(text, end, 3).characters)) return undefined;
  const advice = adviceAt(characters + unbrokenAt(text, end, 3).characters, 0, false);
  return advice && !advice.mended && advice.length === adviceLength
    ? { ...advice, length: end - offset }
    : undefined;
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
  return { length: 8, separators: areDistinct(separators) ? separators : defaultSeparators, mended: true };
}

/** Whether every service character has one meaning, and none could be part of a tag or a number. */
export function areDistinct({ component, element, release, repetition, terminator }: Separators): boolean {
  const characters = [component, element, terminator, release, repetition].filter((one) => one !== undefined);
  return (
    new Set(characters).size === characters.length &&
    characters.every((one) => one.length === 1 && !/[A-Za-z0-9\ud800-\udfff]/.test(one))
  );
}
