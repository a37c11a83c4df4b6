import { areDistinct } from "./advice.ts";
import { encode, repertoireOf } from "./charset.ts";
import { type Finding, Findings } from "./finding.ts";
import { type Separators, usualSeparators } from "./segment.ts";

/** An element to write: one value, or its components; trailing empty ones are left out. */
export type OutgoingElement = string | readonly string[];

/** A segment to write; `repeats[e]` are further repetitions of element e (syntax 4). A `Segment` that was read fits. */
export type OutgoingSegment = {
  tag: string;
  elements: readonly OutgoingElement[];
  repeats?: Readonly<Record<number, readonly OutgoingElement[]>>;
};

/** A message to write: UNH and UNT are added. */
export type OutgoingMessage = {
  reference: string;
  type: string;
  version: string;
  release: string;
  agency: string;
  association: string;
  segments: readonly OutgoingSegment[];
};

/** A partner to write (S002, S003). */
export type OutgoingPartner = { identification: string; qualifier: string; routing?: string };

/** An interchange to write: UNA, UNB, UNZ and all counts are added. `preparedAt` is local, e.g. 2026-11-20T10:42. */
export type OutgoingInterchange = {
  syntaxIdentifier: string;
  syntaxVersion: string;
  sender: OutgoingPartner;
  recipient: OutgoingPartner;
  preparedAt: string;
  controlReference: string;
  applicationReference?: string;
  agreement?: string;
  acknowledgementRequested?: boolean;
  test?: boolean;
  messages: readonly OutgoingMessage[];
};

/** How an interchange is written. Without separators, the usual ones; line breaks after each segment are for people. */
export type WriteOptions = { separators?: Separators; lineBreaks?: boolean };

/** What was written: `findings` report what could not be written as it was given. */
export type Written = { text: string; bytes: Uint8Array; findings: Finding[] };

/** Characters that a reader passes over between segments. */
const blanks = "\0\x1a\ufeff";

const service = new Set(["UNA", "UNB", "UNG", "UNH", "UNT", "UNE", "UNZ"]);

/**
 * Writes an interchange: values are escaped, trailing empty values are left out, UNT and UNZ get their counts. What the
 * character set or the separators cannot hold is replaced, or left out, with a finding; nothing throws.
 */
export function writeInterchange(interchange: OutgoingInterchange, options: WriteOptions = {}): Written {
  const writer = new Writer(interchange, options);
  for (const message of interchange.messages) writer.writeMessage(message);
  return writer.finish();
}

class Writer {
  private readonly findings = new Findings();
  private readonly separators: Separators;
  private readonly parts: string[] = [];
  private readonly has: (character: string) => boolean;
  private offset = 0;
  private count = 0;

  constructor(
    private readonly interchange: OutgoingInterchange,
    private readonly options: WriteOptions,
  ) {
    this.has = repertoireOf(interchange.syntaxIdentifier);
    this.separators = this.usable(options.separators ?? usualSeparators);
    this.writeAdvice();
    this.writeHeader();
  }

  writeMessage({ reference, type, version, release, agency, association, segments }: OutgoingMessage) {
    const before = this.count;
    this.write({ tag: "UNH", elements: [reference, [type, version, release, agency, association]] });
    for (const segment of segments) {
      if (/^[A-Z][A-Z0-9]{2}$/.test(segment.tag) && !service.has(segment.tag)) this.write(segment);
      else this.findings.add("tag-unusable", this.position(), segment.tag);
    }
    this.write({ tag: "UNT", elements: [String(this.count - before + 1), reference] });
  }

  finish(): Written {
    const { messages, controlReference, syntaxIdentifier } = this.interchange;
    this.write({ tag: "UNZ", elements: [String(messages.length), controlReference] });
    const text = this.parts.join("");
    return { text, bytes: encode(text, syntaxIdentifier), findings: this.findings.list() };
  }

  private position() {
    return {
      offset: this.offset,
      line: this.options.lineBreaks ? this.count + 1 : 1,
      segment: this.count + 1,
    };
  }

  private usable(wanted: Separators): Separators {
    const all = [wanted.component, wanted.element, wanted.release, wanted.repetition, wanted.terminator];
    const characters = all.filter((character) => character !== undefined);
    const blank = characters.some((character) => blanks.includes(character) || /\s/.test(character));
    const plain = characters.every((character) => character.charCodeAt(0) < 0x80);
    const { repetition, ...others } = wanted;
    if (areDistinct(wanted) && !blank && plain && /^[.,]$/.test(wanted.decimal))
      return this.isSyntax4() && repetition !== undefined ? wanted : others;
    this.findings.add("separators-unusable", { offset: 0, line: 1 }, characters.join(""));
    return usualSeparators;
  }

  private isSyntax4() {
    return /^[4-9]$/.test(this.interchange.syntaxVersion);
  }

  private writeAdvice() {
    const { component, element, decimal, release, repetition, terminator } = this.separators;
    const advice = `UNA${component}${element}${decimal}${release ?? " "}${repetition ?? " "}${terminator}`;
    this.push(advice);
  }

  private writeHeader() {
    const { interchange } = this;
    const partner = ({ identification, qualifier, routing }: OutgoingPartner) => [
      identification,
      qualifier,
      routing ?? "",
    ];
    const digits = interchange.preparedAt.replace(/\D/g, "");
    this.write({
      tag: "UNB",
      elements: [
        [interchange.syntaxIdentifier, interchange.syntaxVersion],
        partner(interchange.sender),
        partner(interchange.recipient),
        [digits.slice(this.isSyntax4() ? 0 : 2, 8), digits.slice(8, 12)],
        interchange.controlReference,
        "",
        interchange.applicationReference ?? "",
        "",
        interchange.acknowledgementRequested ? "1" : "",
        interchange.agreement ?? "",
        interchange.test ? "1" : "",
      ],
    });
  }

  private write({ tag, elements, repeats }: OutgoingSegment) {
    const { element, repetition, terminator } = this.separators;
    const written = elements.map((value, index) => {
      const first = this.element(value, index);
      const further = repeats?.[index] ?? [];
      if (further.length === 0) return first;
      if (repetition !== undefined)
        return [first, ...further.map((one) => this.element(one, index))].join(repetition);
      this.findings.add("repetition-unusable", { ...this.position(), element: index + 1 });
      return first;
    });
    this.push([tag, ...withoutTrailing(written)].join(element) + terminator);
  }

  private push(text: string) {
    const ended = this.options.lineBreaks ? `${text}\r\n` : text;
    this.parts.push(ended);
    this.offset += ended.length;
    this.count += 1;
  }

  private element(value: OutgoingElement, index: number): string {
    const components = typeof value === "string" ? [value] : withoutTrailing(value);
    return components
      .map((component, at) => this.component(component, index, at))
      .join(this.separators.component);
  }

  private component(value: string, index: number, at: number): string {
    const { component, element, release, repetition, terminator } = this.separators;
    let text = "";
    for (const character of value) {
      let fit = this.has(character) ? character : this.likeness(character);
      const serves = [component, element, release, repetition, terminator].includes(fit);
      if (serves && release === undefined) fit = " ";
      if (fit !== character) {
        const position = { ...this.position(), element: index + 1, component: at + 1 };
        const set = this.has(character)
          ? "a text without release character"
          : this.interchange.syntaxIdentifier;
        this.findings.add("character-replaced", position, character, set, fit);
      }
      text += serves && release !== undefined ? release + fit : fit;
    }
    return text;
  }

  /** The nearest character that the set has: the letter without its accent, a capital for UNOA, else a dash. */
  private likeness(character: string): string {
    const [letter = ""] = character.normalize("NFD");
    const near = [letter, letter.toUpperCase()].find((one) => one.length > 0 && this.has(one));
    return near ?? (/^[\p{Cc}\p{Zs}]$/u.test(character) ? " " : "-");
  }
}

function withoutTrailing(values: readonly string[]): readonly string[] {
  let length = values.length;
  while (length > 0 && values[length - 1] === "") length -= 1;
  return values.slice(0, length);
}
