import { allAt, type Fields, groupsWith, oneAt, textAt } from "./json.ts";

const actions = new Map<string, "rejected" | "accepted" | "received">([
  ["4", "rejected"],
  ["7", "accepted"],
  ["8", "received"],
]);

/** The action (0083) of a CONTRL on an interchange or message, and its code. */
function actionIn(response: Fields) {
  const actionCode = textAt(response, "actionCoded");
  return { action: actions.get(actionCode) ?? ("unknown" as const), actionCode };
}

/** The content of a CONTRL: sender and recipient are those of the interchange that it answers, not its own. */
export function controlContent(document: Fields) {
  const response = oneAt(document, "interchangeResponse");
  const sender = oneAt(response, "interchangeSender");
  const recipient = oneAt(response, "interchangeRecipient");
  const grouped = groupsWith(document, "functionalGroupResponse").flatMap((group) =>
    groupsWith(group, "messageResponse"),
  );
  return {
    controlReference: textAt(response, "interchangeControlReference"),
    sender: {
      identification: textAt(sender, "senderIdentification"),
      qualifier: textAt(sender, "partnerIdentificationCodeQualifier"),
    },
    recipient: {
      identification: textAt(recipient, "recipientIdentification"),
      qualifier: textAt(recipient, "partnerIdentificationCodeQualifier"),
    },
    ...actionIn(response),
    error: textAt(response, "syntaxErrorCoded"),
    /** The service segment that is wrong (0013), e.g. UNZ. */
    serviceSegment: textAt(response, "serviceSegmentTagCoded"),
    messages: [...groupsWith(document, "messageResponse"), ...grouped].map(messageOf),
  };
}
export type ControlContent = ReturnType<typeof controlContent>;

/** The response to one message (UCM), with its refused segments (UCS) and elements (UCD) as the CONTRL counts them. */
function messageOf(group: Fields) {
  const response = oneAt(group, "messageResponse");
  return {
    reference: textAt(response, "messageReferenceNumber"),
    type: textAt(oneAt(response, "messageIdentifier"), "messageType"),
    ...actionIn(response),
    error: textAt(response, "syntaxErrorCoded"),
    segments: groupsWith(group, "segmentErrorIndication").map((inner) => {
      const segment = oneAt(inner, "segmentErrorIndication");
      return {
        position: textAt(segment, "segmentPositionInMessage"),
        error: textAt(segment, "syntaxErrorCoded"),
        elements: allAt(inner, "dataElementErrorIndication").map((element) => {
          const place = oneAt(element, "dataElementIdentification");
          return {
            error: textAt(element, "syntaxErrorCoded"),
            element: textAt(place, "erroneousDataElementPositionInSegment"),
            component: textAt(place, "erroneousComponentDataElementPosition"),
          };
        }),
      };
    }),
  };
}
