import { allAt, type Fields, groupsWith, oneAt, textAt } from "./json.ts";

/** The action (0083) of a CONTRL on an interchange, group or message; `unknown` is any other code. */
export type ControlAction = "accepted" | "rejected" | "received" | "unknown";

/** A partner as a CONTRL names it. */
export type ControlPartner = { identification: string; qualifier: string };

/** A refused segment of a message (UCS) and its elements (UCD); positions as the CONTRL counts them. */
export type ControlSegment = {
  position: string;
  error: string;
  elements: { error: string; element: string; component: string }[];
};

/** The response to one message (UCM). */
export type ControlMessage = {
  reference: string;
  type: string;
  action: ControlAction;
  actionCode: string;
  error: string;
  segments: ControlSegment[];
};

/** The content of a CONTRL: sender and recipient are those of the interchange that it answers, not its own. */
export type ControlContent = {
  controlReference: string;
  sender: ControlPartner;
  recipient: ControlPartner;
  action: ControlAction;
  actionCode: string;
  error: string;
  /** The service segment that is wrong (0013), e.g. UNZ. */
  serviceSegment: string;
  messages: ControlMessage[];
};

const actions: Readonly<Record<string, ControlAction>> = {
  "4": "rejected",
  "7": "accepted",
  "8": "received",
};

const actionOf = (code: string): ControlAction => actions[code] ?? "unknown";

export function controlContent(document: Fields): ControlContent {
  const response = oneAt(document, "interchangeResponse");
  const sender = oneAt(response, "interchangeSender");
  const recipient = oneAt(response, "interchangeRecipient");
  const actionCode = textAt(response, "actionCoded");
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
    action: actionOf(actionCode),
    actionCode,
    error: textAt(response, "syntaxErrorCoded"),
    serviceSegment: textAt(response, "serviceSegmentTagCoded"),
    messages: [...groupsWith(document, "messageResponse"), ...grouped].map(messageOf),
  };
}

function messageOf(group: Fields): ControlMessage {
  const response = oneAt(group, "messageResponse");
  const actionCode = textAt(response, "actionCoded");
  return {
    reference: textAt(response, "messageReferenceNumber"),
    type: textAt(oneAt(response, "messageIdentifier"), "messageType"),
    action: actionOf(actionCode),
    actionCode,
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
