import type { ControlContent } from "./summary/control.ts";

/** What tells an interchange from all others: its control reference and both partners. */
export type Identified = {
  controlReference: string;
  sender: { identification: string; qualifier: string };
  recipient: { identification: string; qualifier: string };
};

/**
 * One text for an interchange, or for the interchange that a CONTRL answers: equal where they are the same. A control
 * reference alone is not enough, since each pair of partners counts for itself.
 */
export const interchangeKey = ({ controlReference, sender, recipient }: Identified): string =>
  JSON.stringify([
    controlReference,
    sender.identification,
    sender.qualifier,
    recipient.identification,
    recipient.qualifier,
  ]);

/** What a CONTRL means for an interchange that was sent; `refused` are the references of refused messages. */
export type Match<Sent> = {
  control: ControlContent;
  sent?: Sent;
  state: "acknowledged" | "rejected" | "undecided";
  refused: string[];
};

/**
 * Finds the interchanges that CONTRL messages answer. Of several with the same key the last counts. Acknowledged (7)
 * and received (8) are both `acknowledged`; an action code that is neither nor a refusal is `undecided`.
 */
export function matchAcknowledgements<Sent extends Identified>(
  controls: readonly ControlContent[],
  sent: readonly Sent[],
): Match<Sent>[] {
  const known = new Map(sent.map((one) => [interchangeKey(one), one]));
  return controls.map((control) => {
    const found = known.get(interchangeKey(control));
    const { action, messages } = control;
    return {
      control,
      ...(found && { sent: found }),
      state: action === "rejected" ? "rejected" : action === "unknown" ? "undecided" : "acknowledged",
      refused: messages.filter((message) => message.action === "rejected").map(({ reference }) => reference),
    };
  });
}
