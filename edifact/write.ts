import { areDistinct } from "./advice.ts";
import { encode, repertoireOf } from "./charset.ts";
import { type Chunked, runSync } from "./chunked.ts";
import { type Finding, Findings } from "./finding.ts";
import { defaultSeparators, type Separators } from "./segment.ts";
import { type OutgoingSegment, segmentText } from "./segmentText.ts";

/** A message to write: UNH and UNT are added. */
export type OutgoingMessage = {
  reference: string;
  type: string;
  version: string;
  release: string;
  agency: string;
  association: string;
  /** 0068. */
  commonAccessReference?: string;
  segments: readonly OutgoingSegment[];
};

/** A partner to write (S002, S003; S006 and S007 of a group, which have no routing). */
export type OutgoingPartner = { identification: string; qualifier: string; routing?: string };

/** A functional group to write: UNG and UNE are added. `type` is 0038, the version S008; `preparedAt` is local. */
export type OutgoingGroup = {
  reference: string;
  type: string;
  sender: OutgoingPartner;
  recipient: OutgoingPartner;
  preparedAt: string;
  agency: string;
  version: string;
  release: string;
  association: string;
  /** 0058. */
  password?: string;
  messages: readonly OutgoingMessage[];
};

/** An interchange to write: UNA, UNB, UNZ and all counts are added. `preparedAt` is local, e.g. 2026-11-20T10:42. */
export type OutgoingInterchange = {
  syntaxIdentifier: string;
  syntaxVersion: string;
  sender: OutgoingPartner;
  recipient: OutgoingPartner;
  preparedAt: string;
  controlReference: string;
  /** 0022 and 0025. */
  password?: string;
  passwordQualifier?: string;
  applicationReference?: string;
  /** 0029. */
  priority?: string;
  agreement?: string;
  acknowledgementRequested?: boolean;
  test?: boolean;
  messages: readonly OutgoingMessage[];
  /** An interchange has either groups or `messages`. */
  groups?: readonly OutgoingGroup[];
};

/**
 * Writing options. Without `separators` the default ones; `lineBreaks` after each segment are for people; `keepEmpty`
 * writes trailing empty values too; `withoutAdvice` leaves UNA out, which only the default separators allow;
 * `longDates` writes years with four digits, as syntax 4 always does.
 */
export type WriteOptions = {
  separators?: Separators;
  lineBreaks?: boolean;
  keepEmpty?: boolean;
  withoutAdvice?: boolean;
  longDates?: boolean;
};

/** `findings` report values that could not be written unchanged. */
export type Written = { text: string; bytes: Uint8Array; findings: Finding[] };

/** Characters other than white space that a reader passes over between segments. */
const blanks = "\0\x1a\ufeff";

const service = new Set(["UNA", "UNB", "UNG", "UNH", "UNO", "UNP", "UNT", "UNE", "UNZ"]);

/**
 * Writes an interchange: values are escaped, trailing empty values left out (but see `keepEmpty`), UNT, UNE and UNZ
 * counted. Characters that the character set or the separators cannot represent are replaced, and other impossible
 * values left out, each with a finding; never throws.
 */
export const writeInterchange = (interchange: OutgoingInterchange, options: WriteOptions = {}): Written =>
  runSync(writeAll(interchange, options));

/** `writeInterchange` as a generator. */
export function* writeAll(interchange: OutgoingInterchange, options: WriteOptions = {}): Chunked<Written> {
  const writer = new Writer(interchange, options);
  for (const group of interchange.groups ?? []) yield* writer.writeGroup(group);
  for (const message of interchange.messages) yield* writer.writeMessage(message);
  return writer.finish();
}

/** Segments between two pauses: about a millisecond. */
const chunkLength = 100;

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
    this.separators = this.usable(options.separators ?? this.defaults());
    this.writeAdvice();
    this.writeHeader();
  }

  *writeGroup(group: OutgoingGroup): Chunked<void> {
    const { reference, type, sender, recipient, agency, version, release, association, messages } = group;
    this.write({
      tag: "UNG",
      elements: [
        type,
        [sender.identification, sender.qualifier],
        [recipient.identification, recipient.qualifier],
        this.date(group.preparedAt),
        reference,
        agency,
        [version, release, association],
        group.password ?? "",
      ],
    });
    for (const message of messages) yield* this.writeMessage(message);
    this.write({ tag: "UNE", elements: [String(messages.length), reference] });
  }

  *writeMessage(message: OutgoingMessage): Chunked<void> {
    const { reference, type, version, release, agency, association, segments } = message;
    const before = this.count;
    this.write({
      tag: "UNH",
      elements: [
        reference,
        [type, version, release, agency, association],
        message.commonAccessReference ?? "",
      ],
    });
    for (const segment of segments) {
      if (/^[A-Z][A-Z0-9]{2}$/.test(segment.tag) && !service.has(segment.tag)) this.write(segment, true);
      else this.findings.add("tag-unusable", this.position(), segment.tag);
      if (this.count % chunkLength === 0) yield;
    }
    this.write({ tag: "UNT", elements: [String(this.count - before + 1), reference] });
  }

  finish(): Written {
    const { messages, groups = [], controlReference, syntaxIdentifier } = this.interchange;
    const count = groups.length > 0 ? groups.length : messages.length;
    this.write({ tag: "UNZ", elements: [String(count), controlReference] });
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

  /** The separators without a service string advice: from syntax 4 on, '*' repeats. */
  private defaults(): Separators {
    return this.isSyntax4() ? { ...defaultSeparators, repetition: "*" } : defaultSeparators;
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
    const advice = `UNA${component}${element}${decimal}${release ?? " "}${repetition ?? " "}${terminator}`;
    this.push(advice);
  }

  /** S004 of a local time. */
  private date(preparedAt: string): string[] {
    const digits = preparedAt.replace(/\D/g, "");
    const isLong = this.options.longDates ?? this.isSyntax4();
    return [digits.slice(isLong ? 0 : 2, 8), digits.slice(8, 12)];
  }

  private writeHeader() {
    const { interchange } = this;
    const partner = ({ identification, qualifier, routing }: OutgoingPartner) => [
      identification,
      qualifier,
      routing ?? "",
    ];
    this.write({
      tag: "UNB",
      elements: [
        [interchange.syntaxIdentifier, interchange.syntaxVersion],
        partner(interchange.sender),
        partner(interchange.recipient),
        this.date(interchange.preparedAt),
        interchange.controlReference,
        [interchange.password ?? "", interchange.passwordQualifier ?? ""],
        interchange.applicationReference ?? "",
        interchange.priority ?? "",
        interchange.acknowledgementRequested ? "1" : "",
        interchange.agreement ?? "",
        interchange.test ? "1" : "",
      ],
    });
  }

  /** The envelope's own segments (not `isGiven`) never have trailing empty values. */
  private write(segment: OutgoingSegment, isGiven = false) {
    const { separators, options } = this;
    const keepEmpty = isGiven && options.keepEmpty === true;
    const written = segmentText(segment, separators, {
      keepEmpty,
      clean: (value, element, component) => this.clean(value, element, component),
      onLostRepetition: (element) =>
        this.findings.add("repetition-unusable", { ...this.position(), element }),
    });
    this.push(written);
  }

  private push(text: string) {
    const ended = this.options.lineBreaks ? `${text}\r\n` : text;
    this.parts.push(ended);
    this.offset += ended.length;
    this.count += 1;
  }

  /** A value with unwritable characters replaced; `element` and `component` count from 1. */
  private clean(value: string, element: number, component: number): string {
    const { release } = this.separators;
    const service =
      release === undefined
        ? [
            this.separators.component,
            this.separators.element,
            this.separators.repetition,
            this.separators.terminator,
          ]
        : [];
    let text = "";
    for (const character of value) {
      let fit = this.has(character) ? character : this.likeness(character);
      if (service.includes(fit)) fit = " ";
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
