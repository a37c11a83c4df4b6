import type { ControlContent } from "./summary/control.ts";

/** The identity of an interchange: its control reference and both partners. */
export type InterchangeIdentity = {
  controlReference: string;
  sender: { identification: string; qualifier: string };
  recipient: { identification: string; qualifier: string };
};

/**
 * The key of an interchange, or of the interchange that a CONTRL answers: equal where they are the same. A control
 * reference alone is not enough, since each pair of partners has its own series.
 */
export const interchangeKey = ({ controlReference, sender, recipient }: InterchangeIdentity): string =>
  JSON.stringify([
    controlReference,
    sender.identification,
    sender.qualifier,
    recipient.identification,
    recipient.qualifier,
  ]);

/** The effect of a CONTRL on an interchange that was sent; `refused` are the references of refused messages. */
export type Match<Sent> = {
  control: ControlContent;
  sent?: Sent;
  state: "acknowledged" | "rejected" | "undecided";
  refused: string[];
};

/**
 * Finds the interchanges that CONTRL messages answer. Of several with the same key the last is taken. Acknowledged (7)
 * and received (8) are both `acknowledged`; an action code that is neither nor a refusal is `undecided`.
 */
export function matchAcknowledgements<Sent extends InterchangeIdentity>(
  controls: readonly ControlContent[],
  sent: readonly Sent[],
): Match<Sent>[] {
  const byKey = new Map(sent.map((one) => [interchangeKey(one), one]));
  return controls.map((control) => {
    const found = byKey.get(interchangeKey(control));
    const { action, messages } = control;
    return {
      control,
      ...(found && { sent: found }),
      state: action === "rejected" ? "rejected" : action === "unknown" ? "undecided" : "acknowledged",
      refused: messages.filter((message) => message.action === "rejected").map(({ reference }) => reference),
    };
  });
}
