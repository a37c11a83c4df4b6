import { type Advice, areDistinct, unbrokenAt } from "./advice.ts";
import { defaultSeparators, holdsBreak, informationSeparators, isBreak, type Separators } from "./segment.ts";

/** UNB+UNOC:3: as much of a header as tells its syntax. */
const headerStart = 10;

/** The character sets in whose repertoire a line break is not: levels A to C. */
const plainLevel = /^(?:UNO[ABC])?$/;

/** What the beginning of a UNB, with the advice before it, says of how its interchange is read. */
export type Syntax = {
  separators: Separators;
  /** 0001, e.g. UNOC, and 0002, e.g. 3, where they can be read. */
  identifier: string;
  version: string;
  /** The element separator that should stand after UNB, where another does. */
  expected?: string;
  /** What the advice names in a place that this version of the syntax reserves. */
  reserved?: string;
  /** Whether its character set has no line breaks. */
  isPlain: boolean;
  /** Whether line breaks can be no data: none is a separator within segments. */
  mayJoin: boolean;
};

/** The headers of a text: a file of many interchanges begins them alike, and each beginning is read once. */
export class Syntaxes {
  private header: string | undefined;
  private last:
    | { header: string; advice: Advice | undefined; lineTerminator: string | undefined; syntax: Syntax }
    | undefined;

  /** The first characters of a UNB that stands at `offset`, without line breaks; undefined where none does. */
  headerAt(text: string, offset: number): string | undefined {
    if (this.header !== undefined && text.startsWith(this.header, offset)) return this.header;
    const written = text.slice(offset, offset + headerStart);
    const isBroken = holdsBreak(written);
    if (!isBroken && !written.startsWith("UNB")) return undefined;
    const characters = isBroken ? unbrokenAt(text, offset, headerStart).characters : written;
    if (!/^UNB[^A-Z0-9]/.test(characters)) return undefined;
    if (!isBroken && written.length === headerStart) this.header = characters;
    return characters;
  }

  /** `lineTerminator` ends the segments, where `lineTerminatorAt` finds that one does. */
  of(header: string, advice: Advice | undefined, lineTerminator: string | undefined): Syntax {
    const { last } = this;
    if (last?.header === header && last.advice === advice && last.lineTerminator === lineTerminator)
      return last.syntax;
    const syntax = syntaxOf(header, advice, lineTerminator);
    this.last = { header, advice, lineTerminator, syntax };
    return syntax;
  }
}

function syntaxOf(header: string, advice: Advice | undefined, lineTerminator: string | undefined): Syntax {
  const separator = header[3] ?? "";
  const { separators, disagrees } = separatorsOfHeader(separator, advice?.separators);
  const terminated =
    lineTerminator === undefined ? separators : { ...separators, terminator: lineTerminator };
  const [, identifier = "", mark = "", digit = ""] = /^([A-Z]*)(.?)(\d?)/s.exec(header.slice(4)) ?? [];
  const version = mark === separators.component ? digit : "";
  const repeats = /^[4-9]$/.test(version);
  const used = repeats ? withRepetition(terminated, advice?.reserved, advice !== undefined) : terminated;
  return {
    separators: used,
    identifier,
    version,
    ...(disagrees && { expected: (advice?.separators ?? defaultSeparators).element }),
    ...(!repeats && advice?.reserved !== undefined && { reserved: advice.reserved }),
    isPlain: plainLevel.test(identifier),
    mayJoin: !separatesByBreak(used),
  };
}

/** Whether a line break separates or releases something within segments. */
export const separatesByBreak = ({ component, element, release, repetition }: Separators): boolean =>
  isBreak(component) || isBreak(element) || isBreak(release) || isBreak(repetition);

/**
 * The separators of an interchange without an advice of its own, or whose UNB disagrees with it: `separator`, the
 * character after UNB, is the element separator. `disagrees` is false where that is what was expected.
 */
function separatorsOfHeader(
  separator: string,
  advised: Separators | undefined,
): { separators: Separators; disagrees: boolean } {
  const expected = advised ?? defaultSeparators;
  if (separator === expected.element) return { separators: expected, disagrees: false };
  if (!advised && separator === informationSeparators.element)
    return { separators: informationSeparators, disagrees: false };
  if (separator === defaultSeparators.element) return { separators: defaultSeparators, disagrees: true };
  const found = { ...expected, element: separator };
  return { separators: separator && areDistinct(found) ? found : expected, disagrees: true };
}

/** The repetition separator of syntax 4 and later: named by the advice, '*' without one. */
function withRepetition(separators: Separators, reserved: string | undefined, advised: boolean): Separators {
  const repetition = advised ? reserved : "*";
  if (repetition === undefined) return separators;
  const found = { ...separators, repetition };
  return areDistinct(found) ? found : separators;
}

const usualTerminator = defaultSeparators.terminator.charCodeAt(0);

/** No header is longer. */
const longestHeader = 512;

/**
 * The line break that ends the segments of an interchange without an advice, where UNB and the segment after it stand
 * in lines of their own without the usual terminator: CR or LF, CR for CRLF. Undefined where it is not so.
 */
export function lineTerminatorAt(text: string, offset: number): string | undefined {
  // Nearly every header ends in its own line, and needs no closer look.
  if (!isCutByLine(text, offset)) return undefined;
  const head = text.slice(offset, offset + 2 * longestHeader);
  const found = /^UNB\+[^'\r\n]*(\r\n|\r|\n)UN[GH]\+[^'\r\n]*[\r\n]/.exec(head);
  return found?.[1]?.[0];
}

/** Whether a line ends before the usual terminator comes. */
function isCutByLine(text: string, offset: number): boolean {
  const limit = Math.min(text.length, offset + longestHeader);
  for (let index = offset; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === usualTerminator) return false;
    if (code === 10 || code === 13) return true;
  }
  return false;
}

/**
 * Whether an interchange comes in lines of one width that end wherever they are full, as mainframes write them: then
 * its line breaks are no data, whatever its character set.
 */
export function isWrappedAt(text: string, offset: number, terminator: string): boolean {
  const lines = text.slice(offset, offset + longestHeader * 4).split(/\r\n|\r|\n/);
  const full = lines.slice(0, -1);
  // The first line may begin before the interchange, with its service string advice.
  const [first = "", second = "", third = ""] = full;
  const isOneWidth = second.length >= 20 && second.length === third.length && first.length <= second.length;
  return isOneWidth && full.some((line) => !line.endsWith(terminator));
}
