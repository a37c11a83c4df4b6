import type { Finding } from "./finding.ts";
import type { FunctionalGroup, Interchange, Message, Partner } from "./interchange.ts";
import { refusalsOf } from "./refusals.ts";
import type { OutgoingElement, OutgoingInterchange, OutgoingSegment } from "./write.ts";

/** The content of a CONTRL that is independent of the interchange that it answers. */
export type Answer = {
  /** 0020 of the CONTRL's own interchange. */
  controlReference: string;
  /** Local time, e.g. 2026-11-20T10:42. */
  preparedAt: string;
  /** Acknowledges receipt only (8), without errors. */
  receiptOnly?: boolean;
  /** Refuses the whole interchange with a code of 0085, e.g. 26 for a duplicate, whatever its findings are. */
  refusedFor?: string;
};

/** 0085 of a finding without a code of its own: unspecified error. */
const unspecified = "18";

/** The maximum of refused segments in a message, and elements in a segment, in a CONTRL. */
const maxSegments = 999;
const maxElements = 99;

/**
 * The CONTRL that answers an interchange, ready to be written, or undefined for one that cannot be answered: without a
 * UNB, sender, recipient or control reference, or with CONTRL messages only. Findings of severity `error` refuse, as
 * `refusalsOf` says. `findings` are in the order of `readEdifact`. UCI names the original sender and recipient; only the
 * answer's own UNB is reversed.
 */
export function acknowledge(
  interchange: Interchange,
  findings: readonly Finding[],
  answer: Answer,
): OutgoingInterchange | undefined {
  const { header, sender, recipient, controlReference, syntaxIdentifier, syntaxVersion, test } = interchange;
  if (!header || isOnlyControl(interchange)) return undefined;
  if (!sender.identification || !recipient.identification || !controlReference) return undefined;
  const errors = findings.filter(({ severity }) => severity === "error");
  return {
    syntaxIdentifier,
    syntaxVersion,
    // With their addresses for routing: what a partner gave as 0008 comes back as 0014 (ISO 9735).
    sender: recipient,
    recipient: sender,
    preparedAt: answer.preparedAt,
    controlReference: answer.controlReference,
    test,
    messages: [
      {
        reference: "1",
        type: "CONTRL",
        ...versionFor(syntaxVersion),
        agency: "UN",
        segments: answer.receiptOnly ? [responseTo(interchange, "8")] : answerTo(interchange, errors, answer),
      },
    ],
  };
}

/** CONTRL belongs to the syntax: its version 3 also answers the syntaxes before it. */
const versionFor = (syntaxVersion: string) =>
  /^[4-9]$/.test(syntaxVersion)
    ? { version: "4", release: "1", association: "" }
    : { version: "D", release: "3", association: "EAN004" };

/** Whether an interchange has CONTRL messages only, which are never acknowledged. */
export const isOnlyControl = ({ messages }: Interchange): boolean =>
  messages.length > 0 && messages.every(({ type }) => type === "CONTRL");

function answerTo(
  interchange: Interchange,
  errors: readonly Finding[],
  { refusedFor }: Answer,
): OutgoingSegment[] {
  if (refusedFor) return [responseTo(interchange, "4", [refusedFor])];
  const { whole, groups, messages } = refusalsOf(interchange, errors);
  if (whole) return [refusalOfAll(interchange, whole)];
  const refused = new Map<FunctionalGroup | undefined, OutgoingSegment[]>();
  for (const [message, found] of messages) {
    const ofGroup = refused.get(message.group) ?? [];
    refused.set(message.group, ofGroup);
    ofGroup.push(...refusalOf(message, found));
  }
  // Messages of a group are answered after the group's own segment.
  const ofGroups: OutgoingSegment[] = [];
  for (const group of interchange.groups) {
    const wrong = groups.get(group);
    const inside = refused.get(group);
    if (wrong) ofGroups.push(groupResponse(group, wrong));
    else if (inside) ofGroups.push(groupResponse(group), ...inside);
  }
  return [responseTo(interchange, "7"), ...(refused.get(undefined) ?? []), ...ofGroups];
}

/** The code (0085) of an error and, in a service segment, its tag (0013) and place (S011). */
const errorElements = (finding: Finding, tag?: string): OutgoingElement[] => [
  finding.syntaxError ?? unspecified,
  ...(tag === undefined ? [] : [tag, placeOf(finding)]),
];

/** UCF: the group is refused for an error of its envelope, else accepted except for the messages that follow. */
function groupResponse(
  { reference, sender, recipient, header }: FunctionalGroup,
  wrong?: Finding,
): OutgoingSegment {
  const partner = ({ identification, qualifier }: Partner) => [identification, qualifier];
  const tag = wrong?.position.segment === header.number ? "UNG" : "UNE";
  const action = wrong ? ["4", ...errorElements(wrong, tag)] : ["7"];
  return { tag: "UCF", elements: [reference, partner(sender), partner(recipient), ...action] };
}

/** UCI. */
function responseTo(
  { controlReference, sender, recipient }: Interchange,
  action: string,
  error: readonly OutgoingElement[] = [],
): OutgoingSegment {
  const partner = ({ identification, qualifier, routing }: Partner) => [identification, qualifier, routing];
  return { tag: "UCI", elements: [controlReference, partner(sender), partner(recipient), action, ...error] };
}

/** UCI that refuses the whole for an error, in a segment of an envelope or outside of all. */
function refusalOfAll(interchange: Interchange, error: Finding): OutgoingSegment {
  const envelopes = [interchange, ...interchange.groups].flatMap(({ header, trailer }) => [header, trailer]);
  const wrong = envelopes.find((segment) => segment && segment.number === error.position.segment);
  return responseTo(interchange, "4", errorElements(error, wrong?.tag));
}

/** Data elements are counted with the tag as 1, components from 1. */
function placeOf({ position: { element, component } }: Finding): string[] {
  if (element === undefined) return [];
  return [String(element + 1), component === undefined ? "" : String(component)];
}

/** UCM, with the first error of the message's header or trailer, and UCS and UCD for its other segments. */
function refusalOf(message: Message, errors: readonly Finding[]): OutgoingSegment[] {
  const numberOf = (finding: Finding) => finding.position.segment ?? message.header.number;
  const isService = (finding: Finding) =>
    numberOf(finding) === message.header.number || numberOf(finding) === message.trailer?.number;
  const own = errors.find(isService);
  const error = own ? errorElements(own, numberOf(own) === message.header.number ? "UNH" : "UNT") : [];
  const { reference, type, version, release, agency, association } = message;
  const identifier = [type, version, release, agency, association];
  const response: OutgoingSegment = { tag: "UCM", elements: [reference, identifier, "4", ...error] };
  const bySegment = new Map<number, Finding[]>();
  for (const error of errors)
    if (!isService(error)) bySegment.set(numberOf(error), [...(bySegment.get(numberOf(error)) ?? []), error]);
  const refused = [...bySegment].slice(0, maxSegments).flatMap(([number, found]) => {
    const whole = found.find(({ position }) => position.element === undefined);
    const parts = found.filter(({ position }) => position.element !== undefined).slice(0, maxElements);
    const place = String(number - message.header.number + 1);
    return [
      { tag: "UCS", elements: [place, ...(whole ? errorElements(whole) : [])] },
      ...parts.map((part) => ({ tag: "UCD", elements: [...errorElements(part), placeOf(part)] })),
    ];
  });
  return [response, ...refused];
}
