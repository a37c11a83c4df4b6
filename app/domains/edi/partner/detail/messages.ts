import { plural, shorten } from "#app/core/values/values.ts";
import type { RefusedMessage } from "#app/domains/edi/acknowledgement.ts";
import { codeWithMeaning, inWords, meaningOrCode, messageTypeLabel } from "#app/domains/edi/codes.ts";
import { pageOf } from "#app/domains/edi/records.ts";
import type { EdiMessage } from "#contract/edi.ts";
import { isEdiMessageType } from "#contract/ediMessages.ts";
import {
  type ControlContent,
  type LineSummary,
  type MessageSummary,
  type OrderContent,
  type PackageSummary,
  type PackingLevel,
  type PartySummary,
  type ReferenceSummary,
  summarise,
} from "#edifact/index.ts";

const most = 100;
const nameParts = 4;
const longest = 200;

/** The reference group: qualifier, identifier, revision (edi#message-references). */
const toReference = ({ qualifier, identifier, line, revision }: ReferenceSummary, index: number) => ({
  key: String(index),
  qualifier: codeWithMeaning("1153", qualifier),
  identifier: shorten(line === "" ? identifier : `${identifier}, line ${line}`, longest),
  revision: shorten(revision, 80),
});

/** The names-and-addresses group (edi#parties). */
const toParty = (party: PartySummary, index: number) => ({
  key: String(index),
  qualifier: codeWithMeaning("3035", party.qualifier),
  names: party.names.slice(0, nameParts).map((name) => shorten(name, longest)),
  identifier: shorten(party.identifier, 80),
  agency: codeWithMeaning("3055", party.agency),
  street: shorten(party.street.join(", "), longest),
  city: shorten(party.city, 80),
  state: shorten(party.state, 80),
  postcode: shorten(party.postcode, 40),
  country: shorten(party.country, 40),
  references: shorten(
    party.references
      .map(({ qualifier, identifier }) => `${codeWithMeaning("1153", qualifier)}: ${identifier}`)
      .join("; "),
    longest,
  ),
});

const toLineView = (line: LineSummary, index: number) => ({
  key: String(index),
  number: shorten(line.number, 20),
  action: codeWithMeaning("1229", line.action),
  item: shorten(
    [line.item, ...line.otherItems]
      .map(({ identifier }) => identifier)
      .filter(Boolean)
      .join(", "),
    longest,
  ),
  description: shorten(line.descriptions.join(" "), longest),
  quantities: shorten(
    line.quantities
      .map(({ qualifier, text, unit }) =>
        `${meaningOrCode("6063", qualifier)} ${text}${unit === "" ? "" : ` ${unit}`}`.trim(),
      )
      .join("; "),
    longest,
  ),
  prices: shorten(
    line.prices.map(({ qualifier, text }) => `${meaningOrCode("5125", qualifier)} ${text}`.trim()).join("; "),
    longest,
  ),
});

const leftOf = (counts: readonly [name: string, count: number][]): string =>
  counts.flatMap(([name, count]) => (count > most ? [`${count - most} more ${name}`] : [])).join(", ");

/** The header and lines of an ORDERS, ORDRSP or DESADV; very long lists are cut and counted. */
const toOrderView = (order: OrderContent) => ({
  dates: order.dates
    .slice(0, 20)
    .map(
      ({ qualifier, iso, value }) =>
        `${codeWithMeaning("2005", qualifier)}: ${shorten(iso?.replace("T", " ") ?? value, 80)}`,
    ),
  references: order.references.slice(0, most).map(toReference),
  parties: order.parties.slice(0, most).map(toParty),
  currency: shorten(order.currency, 20),
  notes: order.notes.slice(0, 20).map((note) => shorten(note, 1000)),
  lines: order.lines.slice(0, most).map(toLineView),
  left: leftOf([
    ["lines", order.lines.length],
    ["names and addresses", order.parties.length],
    ["references", order.references.length],
  ]),
});

export type LineView = ReturnType<typeof toLineView>;
export type OrderView = ReturnType<typeof toOrderView>;

/** One consignment packing sequence with its contents (edi#packing). */
export type LevelView = {
  key: string;
  title: string;
  problem: string;
  packages: PackageView[];
  lines: LineView[];
  inside: LevelView[];
};

const problems: Record<NonNullable<PackingLevel["problem"]>, string> = {
  "parent-missing": "The level that it should stand in is not in the message.",
  "parents-in-a-circle": "It is packed into itself.",
  "too-deep": "It is nested too deeply to be shown in its place.",
};

const toPackage = ({ quantity, type, level, markings }: PackageSummary, index: number) => ({
  key: String(index),
  title: [
    shorten(quantity, 20),
    type === "" ? "Package" : meaningOrCode("7065", type),
    level === "" ? "" : `(${meaningOrCode("7075", level)})`,
  ]
    .filter(Boolean)
    .join(" "),
  markings: markings.slice(0, 200).map(({ instructions, marks, numbers }, place) => ({
    key: String(place),
    instructions: codeWithMeaning("4233", instructions),
    marks: shorten(marks.join(", "), 200),
    numbers: numbers.map(({ qualifier, identifiers }) => ({
      label: codeWithMeaning("7405", qualifier) || "Number",
      values: identifiers.slice(0, 200).map((identifier) => shorten(identifier, 80)),
    })),
  })),
});

function titleOf({ identifier, level, sscc, lines, inside }: PackingLevel): string {
  const what = level === "" ? "Packing level" : meaningOrCode("7075", level);
  const holds = [
    sscc.length === 0 ? "" : `${plural(sscc.length, "SSCC", "SSCCs")}`,
    inside.length === 0 ? "" : `${plural(inside.length, "level", "levels")} inside`,
    lines.length === 0 ? "" : plural(lines.length, "line", "lines"),
  ].filter(Boolean);
  return `${identifier === "" ? "" : `${shorten(identifier, 40)} `}${what}${holds.length === 0 ? "" : `: ${holds.join(", ")}`}`;
}

export type PackageView = ReturnType<typeof toPackage>;

/** Maximum levels shown of a very large despatch advice. */
const maxLevels = 500;

function toLevelViews(levels: readonly PackingLevel[], budget = { left: maxLevels }): LevelView[] {
  const views: LevelView[] = [];
  for (const [index, level] of levels.entries()) {
    if (budget.left <= 0) {
      views.push({
        key: "more",
        title: `${plural(levels.length - index, "more level is", "more levels are")} not shown here: see the segments`,
        problem: "",
        packages: [],
        lines: [],
        inside: [],
      });
      break;
    }
    budget.left -= 1;
    views.push({
      key: String(index),
      title: titleOf(level),
      problem: level.problem === undefined ? "" : problems[level.problem],
      packages: level.packages.slice(0, 100).map(toPackage),
      lines: level.lines.slice(0, 100).map(toLineView),
      inside: toLevelViews(level.inside, budget),
    });
  }
  return views;
}

const messagePageSize = 10;

type Lists = Readonly<Record<string, unknown>> | null | undefined;

const listOf = (value: unknown): EdiMessage[] => (Array.isArray(value) ? value : []);

const partner = ({ identification, qualifier }: ControlContent["sender"]): string =>
  [shorten(identification, 80), qualifier && `qualifier ${inWords("0007", qualifier)}`]
    .filter(Boolean)
    .join(", ");

function refusalsOf(control: ControlContent): string[] {
  const because = (code: string) => codeWithMeaning("0085", code);
  const ifCoded = (code: string, words: string) => (code === "" ? [] : [words]);
  const place = shorten(control.serviceSegment, 20);
  return [
    ...ifCoded(control.error, `Error ${because(control.error)}${place && ` in ${place}`}`),
    ...control.messages.flatMap(({ reference, type, actionCode, error, segments }) => {
      const message = `Message ${shorten(reference, 40)}`;
      const action = codeWithMeaning("0083", actionCode);
      return [
        `${message} ${shorten(type, 20)}: ${action}${error && `, error ${because(error)}`}`,
        ...segments.flatMap((segment) => {
          const at = `${message}, segment ${shorten(segment.position, 20)}`;
          return [
            ...ifCoded(segment.error, `${at}: ${because(segment.error)}`),
            ...segment.elements.map(({ error: wrong, element, component }) => {
              const part = component && `, component ${shorten(component, 20)}`;
              return `${at}, element ${shorten(element, 20)}${part}: ${because(wrong)}`;
            }),
          ];
        }),
      ];
    }),
  ];
}

const maxRefusals = 100;
const maxJsonLength = 60_000;

/** Rejections by message reference (edi#refused-messages). */
type Refusals = ReadonlyMap<string, RefusedMessage>;

type Row = readonly [name: string, value: string];

/** What the summary of a message has after its general part, by its type. */
type Content = {
  rows: Row[];
  refused?: string[];
  order?: OrderView;
  packing?: LevelView[];
  /** Of a message that shows its heading alone: its JSON, empty if that is too long. */
  text?: string;
};

function contentOf(message: EdiMessage, summary: MessageSummary): Content {
  const codes: Row[] = [
    ["Document Name Code", inWords("1001", summary.documentName)],
    ["Message Function Code", inWords("1225", summary.messageFunction)],
  ];
  switch (summary.kind) {
    case "CONTRL": {
      const { control } = summary;
      const refused = refusalsOf(control);
      const left = refused.length - maxRefusals;
      return {
        rows: [
          ["Action", inWords("0083", control.actionCode)],
          ["Original Interchange Control Reference", shorten(control.controlReference, 80)],
          ["Original Sender", partner(control.sender)],
          ["Original Recipient", partner(control.recipient)],
        ],
        refused: left > 0 ? [...refused.slice(0, maxRefusals), `… and ${left} more`] : refused,
      };
    }
    case "ORDERS":
    case "ORDRSP": {
      const { order } = summary;
      const responseType = codeWithMeaning("4343", order.responseType);
      const rows: Row[] = responseType === "" ? codes : [...codes, ["Response Type Code", responseType]];
      return { rows, order: toOrderView(order) };
    }
    case "DESADV":
      return { rows: codes, order: toOrderView(summary.despatch), packing: toLevelViews(summary.packing) };
    case "heading": {
      const text = JSON.stringify(message);
      return { rows: codes, text: text.length > maxJsonLength ? "" : text };
    }
  }
}

/** The summary of one message (edi#messages). */
function toMessage(message: EdiMessage, index: number, refusals: Refusals) {
  const summary = summarise(message);
  const refused = refusals.get(summary.reference);
  const reference = shorten(summary.reference, 80);
  const label = messageTypeLabel(shorten(summary.type, 20));
  const { rows, ...content } = contentOf(message, summary);
  const general: Row[] = [
    ["Message Reference Number", reference],
    ["Document Identifier", shorten(summary.documentIdentifier, 120)],
    ["Message Type", label],
  ];
  return {
    ...{ key: String(index), reference, label, ...content },
    refusal: refused && ["Refused", refused.words].filter(Boolean).join(": "),
    rows: [...general, ...rows],
  };
}
export type MessageView = ReturnType<typeof toMessage>;

const typeOf = (message: EdiMessage): string => message.messageHeader?.messageIdentifier?.messageType ?? "";

/** Every message of a document's lists that can be shown; a list's key may have any case (edi#order-fields). */
function messagesIn(lists: Lists): { readable: EdiMessage[]; others: EdiMessage[] } {
  const all = Object.values(lists ?? {}).flatMap(listOf);
  return {
    readable: all.filter((message) => isEdiMessageType(typeOf(message))),
    others: all.filter((message) => !isEdiMessageType(typeOf(message))),
  };
}

export function toMessagePage(lists: Lists, wanted: number, refused: readonly RefusedMessage[] = []) {
  const refusals: Refusals = new Map(refused.map((one) => [one.reference, one]));
  const { readable, others } = messagesIn(lists);
  const { items: onPage, start, page, pages } = pageOf(readable, wanted, messagePageSize);
  const types = [...new Set(others.map(typeOf))].map((type) => shorten(type, 20) || "no type");
  return {
    messages: onPage.map((message, index) => toMessage(message, start + index, refusals)),
    page,
    pages,
    about: plural(readable.length, "message", "messages"),
    others:
      others.length === 0
        ? ""
        : `${plural(others.length, "message", "messages")} of other types (${types.slice(0, 10).join(", ")}): see the segments.`,
  };
}

export type MessagePage = ReturnType<typeof toMessagePage>;
