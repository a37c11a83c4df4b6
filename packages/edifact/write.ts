import { areDistinct, serviceCharacters } from "./advice.ts";
import { encode, repertoireOf } from "./charset.ts";
import { type Chunked, runSync } from "./chunked.ts";
import { type Finding, Findings } from "./finding.ts";
import type { Interchange, Message, Partner } from "./interchange.ts";
import { defaultSeparators, type Separators } from "./segment.ts";

/** A message to write: UNH and UNT are added. */
export type OutgoingMessage = Pick<
  Message,
  "reference" | "type" | "version" | "release" | "agency" | "association"
> & { segments: readonly OutgoingSegment[] };

type OutgoingPartner = Pick<Partner, "identification" | "qualifier"> & Partial<Partner>;

/** An interchange to write: UNA, UNB, UNZ and all counts are added. `preparedAt` is local, e.g. 2026-11-20T10:42. */
export type OutgoingInterchange = Pick<
  Interchange,
  "syntaxIdentifier" | "syntaxVersion" | "controlReference"
> &
  Partial<Pick<Interchange, "acknowledgementRequested" | "test">> & {
    sender: OutgoingPartner;
    recipient: OutgoingPartner;
    preparedAt: string;
    messages: readonly OutgoingMessage[];
  };

/**
 * Writing options. Without `separators` the default ones; `keepEmpty` writes trailing empty values too;
 * `withoutAdvice` leaves UNA out, which only the default separators allow.
 */
export type WriteOptions = {
  separators?: Separators;
  keepEmpty?: boolean;
  withoutAdvice?: boolean;
};

/** `findings` report values that could not be written unchanged. */
export type Written = { text: string; bytes: Uint8Array; findings: Finding[] };

/** Characters other than white space that a reader passes over between segments. */
const blanks = "\0\x1a\ufeff";

const serviceTags = new Set(["UNA", "UNB", "UNG", "UNH", "UNO", "UNP", "UNT", "UNE", "UNZ"]);

/**
 * Writes an interchange: values are escaped, trailing empty values left out (but see `keepEmpty`), UNT and UNZ
 * counted. Characters that the character set or the separators cannot represent are replaced, and other impossible
 * values left out, each with a finding; never throws.
 */
export const writeInterchange = (interchange: OutgoingInterchange, options: WriteOptions = {}): Written =>
  runSync(writeAll(interchange, options));

/** `writeInterchange` as a generator. */
export function* writeAll(interchange: OutgoingInterchange, options: WriteOptions = {}): Chunked<Written> {
  const writer = new Writer(interchange, options);
  for (const message of interchange.messages) yield* writer.writeMessage(message);
  return writer.finish();
}

/** Segments between two pauses: about a millisecond. */
const chunkLength = 100;

class Writer {
  private readonly findings = new Findings();
  private readonly separators: Separators;
  private readonly service: string[];
  private readonly parts: string[] = [];
  private readonly has: (character: string) => boolean;
  private offset = 0;
  private count = 0;

  constructor(
    private readonly interchange: OutgoingInterchange,
    private readonly options: WriteOptions,
  ) {
    this.has = repertoireOf(interchange.syntaxIdentifier);
    this.separators = this.usable(options.separators ?? this.defaults());
    this.service = serviceCharacters(this.separators);
    this.writeAdvice();
    this.writeHeader();
  }

  *writeMessage(message: OutgoingMessage): Chunked<void> {
    const { reference, type, version, release, agency, association, segments } = message;
    const before = this.count;
    this.write({ tag: "UNH", elements: [reference, [type, version, release, agency, association]] });
    for (const segment of segments) {
      if (/^[A-Z][A-Z0-9]{2}$/.test(segment.tag) && !serviceTags.has(segment.tag)) this.write(segment, true);
      else this.findings.add("tag-unusable", this.position(), segment.tag);
      if (this.count % chunkLength === 0) yield;
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
    return { offset: this.offset, line: 1, segment: this.count + 1 };
  }

  /** The separators without a service string advice: from syntax 4 on, '*' repeats. */
  private defaults(): Separators {
    return this.isSyntax4() ? { ...defaultSeparators, repetition: "*" } : defaultSeparators;
  }

  private usable(wanted: Separators): Separators {
    const characters = serviceCharacters(wanted);
    const blank = characters.some((character) => blanks.includes(character) || /\s/.test(character));
    const plain = characters.every((character) => character.charCodeAt(0) < 0x80);
    const { repetition, ...others } = wanted;
    if (areDistinct(wanted) && !blank && plain && /^[.,]$/.test(wanted.decimal))
      return this.isSyntax4() && repetition !== undefined ? wanted : others;
    this.findings.add("separators-unusable", { offset: 0, line: 1 }, characters.join(""));
    return this.defaults();
  }

  private isSyntax4() {
    return /^[4-9]$/.test(this.interchange.syntaxVersion);
  }

  private isDefault() {
    const defaults = this.defaults();
    const names = ["component", "element", "decimal", "release", "repetition", "terminator"] as const;
    return names.every((name) => this.separators[name] === defaults[name]);
  }

  private writeAdvice() {
    if (this.options.withoutAdvice && this.isDefault()) return;
    const { component, element, decimal, release, repetition, terminator } = this.separators;
    this.push(`UNA${component}${element}${decimal}${release ?? " "}${repetition ?? " "}${terminator}`);
  }

  /** S004 of a local time. */
  private date(preparedAt: string): string[] {
    const digits = preparedAt.replace(/\D/g, "");
    return [digits.slice(this.isSyntax4() ? 0 : 2, 8), digits.slice(8, 12)];
  }

  private writeHeader() {
    const { interchange } = this;
    const partner = ({ identification, qualifier, routing = "" }: OutgoingPartner) => [
      identification,
      qualifier,
      routing,
    ];
    this.write({
      tag: "UNB",
      elements: [
        [interchange.syntaxIdentifier, interchange.syntaxVersion],
        partner(interchange.sender),
        partner(interchange.recipient),
        this.date(interchange.preparedAt),
        interchange.controlReference,
        // 0022, 0026, 0029 and 0032 are agreed with nobody.
        ...["", "", "", interchange.acknowledgementRequested ? "1" : "", ""],
        interchange.test ? "1" : "",
      ],
    });
  }

  /** The envelope's own segments (not `isGiven`) never have trailing empty values. */
  private write({ tag, elements, repeats }: OutgoingSegment, isGiven = false) {
    const { component, element, repetition, terminator } = this.separators;
    const keepEmpty = isGiven && this.options.keepEmpty === true;
    const trimmed = (values: readonly string[]) => (keepEmpty ? values : withoutTrailing(values));
    const elementText = (value: OutgoingElement, index: number) =>
      trimmed(typeof value === "string" ? [value] : value)
        .map((one, at) => this.escaped(this.clean(one, index + 1, at + 1)))
        .join(component);
    const written = elements.map((value, index) => {
      const first = elementText(value, index);
      const further = repeats?.[index] ?? [];
      if (further.length === 0) return first;
      if (repetition !== undefined)
        return [first, ...further.map((one) => elementText(one, index))].join(repetition);
      this.findings.add("repetition-unusable", { ...this.position(), element: index + 1 });
      return first;
    });
    this.push([tag, ...trimmed(written)].join(element) + terminator);
  }

  private push(text: string) {
    this.parts.push(text);
    this.offset += text.length;
    this.count += 1;
  }

  /** A value with its service characters escaped by the release character, if there is one. */
  private escaped(value: string): string {
    const { release } = this.separators;
    if (release === undefined) return value;
    let text = "";
    for (const character of value) text += this.service.includes(character) ? release + character : character;
    return text;
  }

  /** A value with unwritable characters replaced; `element` and `component` count from 1. */
  private clean(value: string, element: number, component: number): string {
    const { release } = this.separators;
    let text = "";
    for (const character of value) {
      let fit = this.has(character) ? character : this.likeness(character);
      if (release === undefined && this.service.includes(fit)) fit = " ";
      if (fit !== character) {
        const position = { ...this.position(), element, component };
        const set = this.has(character)
          ? "a text without release character"
          : this.interchange.syntaxIdentifier;
        this.findings.add("character-replaced", position, character, set, fit);
      }
      text += fit;
    }
    return text;
  }

  /** The nearest character of the set: the letter without its accent, a capital for UNOA, else a dash. */
  private likeness(character: string): string {
    const [letter = ""] = character.normalize("NFD");
    const near = [letter, letter.toUpperCase()].find((one) => one.length > 0 && this.has(one));
    return near ?? (/^[\p{Cc}\p{Zs}]$/u.test(character) ? " " : "-");
  }
}

/** An element to write: one value, or its components. */
export type OutgoingElement = string | readonly string[];

/** A segment to write; `repeats[e]` are further repetitions of element e (syntax 4). A `Segment` that was read fits. */
export type OutgoingSegment = {
  tag: string;
  elements: readonly OutgoingElement[];
  repeats?: Readonly<Record<number, readonly OutgoingElement[]>> | undefined;
};

function withoutTrailing(values: readonly string[]): readonly string[] {
  let length = values.length;
  while (length > 0 && values[length - 1] === "") length -= 1;
  return values.slice(0, length);
}
