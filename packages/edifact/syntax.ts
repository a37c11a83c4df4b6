import { type Advice, areDistinct, unbrokenAt } from "./advice.ts";
import { hasBreak, isBreak } from "./lines.ts";
import { defaultSeparators, informationSeparators, type Separators } from "./segment.ts";

/** The length of UNB+UNOC:3, which determines the syntax. */
const syntaxLength = 10;

/** Character sets without line breaks: levels A to C. */
const plainLevel = /^(?:UNO[ABC])?$/;

/** Reads the headers of a text; those that begin alike are parsed once. */
export class SyntaxReader {
  private header: string | undefined;
  private last:
    | { header: string; advice: Advice | undefined; lineTerminator: string | undefined; syntax: Syntax }
    | undefined;

  /** The first characters of the UNB at `offset`, without line breaks; undefined where there is none. */
  headerAt(text: string, offset: number): string | undefined {
    if (this.header !== undefined && text.startsWith(this.header, offset)) return this.header;
    const written = text.slice(offset, offset + syntaxLength);
    const isBroken = hasBreak(written);
    if (!isBroken && !written.startsWith("UNB")) return undefined;
    const characters = isBroken ? unbrokenAt(text, offset, syntaxLength).characters : written;
    if (!/^UNB[^A-Z0-9]/.test(characters)) return undefined;
    if (!isBroken && written.length === syntaxLength) this.header = characters;
    return characters;
  }

  /** `lineTerminator`: as `lineTerminatorAt` returns it. */
  of(header: string, advice: Advice | undefined, lineTerminator: string | undefined): Syntax {
    const { last } = this;
    if (last?.header === header && last.advice === advice && last.lineTerminator === lineTerminator)
      return last.syntax;
    const syntax = syntaxOf(header, advice, lineTerminator);
    this.last = { header, advice, lineTerminator, syntax };
    return syntax;
  }
}

/** The syntax of an interchange by the beginning of its UNB and the advice before it. */
function syntaxOf(header: string, advice: Advice | undefined, lineTerminator: string | undefined) {
  const separator = header[3] ?? "";
  const usual = separator === informationSeparators.element ? informationSeparators : defaultSeparators;
  const expected = advice?.separators ?? usual;
  const separators = separatorsBy(separator, expected);
  const terminated =
    lineTerminator === undefined ? separators : { ...separators, terminator: lineTerminator };
  const [, identifier = "", mark = "", digit = ""] = /^([A-Z]*)(.?)(\d?)/s.exec(header.slice(4)) ?? [];
  const version = mark === separators.component ? digit : "";
  const repeats = /^[4-9]$/.test(version);
  // The advice names the repetition separator of syntax 4 and later.
  const used = repeats ? withRepetition(terminated, advice ? advice.reserved : "*") : terminated;
  return {
    separators: used,
    /** 0001, e.g. UNOC, and 0002, e.g. 3; empty where they cannot be read. */
    identifier,
    version,
    /** The element separator that should follow UNB, where another does. */
    expected: separator === expected.element ? undefined : expected.element,
    /** The advice's character in the place that this version of the syntax reserves. */
    reserved: repeats ? undefined : advice?.reserved,
    /** Whether its character set has no line breaks. */
    isPlain: plainLevel.test(identifier),
    /** Whether line breaks may be ignored: none is a separator within segments. */
    mayIgnoreBreaks: !separatesByBreak(used),
  };
}
type Syntax = ReturnType<typeof syntaxOf>;

/** Whether a line break separates or releases something within segments. */
export const separatesByBreak = ({ component, element, release, repetition }: Separators): boolean =>
  isBreak(component) || isBreak(element) || isBreak(release) || isBreak(repetition);

/** The separators by the character after UNB, which is the element separator, whatever is expected. */
function separatorsBy(separator: string, expected: Separators): Separators {
  if (separator === expected.element) return expected;
  if (separator === defaultSeparators.element) return defaultSeparators;
  const found = { ...expected, element: separator };
  return separator && areDistinct(found) ? found : expected;
}

function withRepetition(separators: Separators, repetition: string | undefined): Separators {
  const found = { ...separators, repetition };
  return repetition !== undefined && areDistinct(found) ? found : separators;
}

const defaultTerminator = defaultSeparators.terminator.charCodeAt(0);

/** No header is longer. */
const maxHeaderLength = 512;

/**
 * The line break that ends the segments of an interchange without an advice, where UNB and the segment after it are on
 * lines of their own without the default terminator: CR or LF, CR for CRLF; else undefined.
 */
export function lineTerminatorAt(text: string, offset: number): string | undefined {
  // Nearly every header ends within its line and needs no regular expression.
  if (!isCutByLine(text, offset)) return undefined;
  const head = text.slice(offset, offset + 2 * maxHeaderLength);
  const found = /^UNB\+[^'\r\n]*(\r\n|\r|\n)UN[GH]\+[^'\r\n]*[\r\n]/.exec(head);
  return found?.[1]?.[0];
}

/** Whether a line break comes before the default terminator. */
function isCutByLine(text: string, offset: number): boolean {
  const limit = Math.min(text.length, offset + maxHeaderLength);
  for (let index = offset; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === defaultTerminator) return false;
    if (code === 10 || code === 13) return true;
  }
  return false;
}
