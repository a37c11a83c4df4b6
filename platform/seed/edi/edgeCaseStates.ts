import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { receiveSteps } from "#platform/domains/edi/interchanges/arrivals.ts";
import { sendStream, transmitStep } from "#platform/domains/edi/interchanges/outbound.ts";
import type { SeedStore } from "#platform/seed/stores.ts";
import { at, good, type Odd } from "./edgeCaseOutcomes.ts";
import { edgeCaseOrders, interchangeText, place, someLines } from "./edgeCaseTexts.ts";
import { received, sent, sentNotes } from "./events.ts";
import { inventoryText, ordersText } from "./texts.ts";

/** Interchanges of every state and direction, known or not, and a hostile one; the same for the same store and time. */
export function edgeCaseStates(store: SeedStore, anchor: Date): Odd[] {
  const lines = someLines(store, 3);
  const orders = edgeCaseOrders(lines, anchor);
  return [
    {
      name: "state-new",
      write: () => orders("00024"),
      streams: received("new", receiveSteps[0]),
      notes: [ediNote("interchange:received", "Came in with its file")],
    },
    { name: "state-active", write: () => orders("00025"), ...at("active", receiveSteps[1]) },
    { name: "state-passive", write: () => orders("00026"), ...at("passive", receiveSteps[1]) },
    { name: "state-stalled", write: () => orders("00027"), ...at("stalled", receiveSteps[1]) },
    { name: "state-stale", write: () => orders("00028"), ...at("stale", receiveSteps[1]) },
    { name: "state-unknown", write: () => orders("00029"), ...at("resting", receiveSteps[1]) },
    {
      name: "stream-unknown",
      write: () => orders("00030"),
      streams: { "interchange/archive": { state: "completed", step: "archive" } },
      notes: [ediNote("interchange:archived", "Archived")],
    },
    { name: "direction-unknown", write: () => orders("00033"), direction: "relayed", ...good },
    { name: "no-streams", write: () => orders("00031"), streams: {}, notes: [], references: [] },
    {
      name: "hostile",
      write: () =>
        interchangeText("00032", anchor, [
          ordersText(
            `<script>alert("edi")</script>`,
            anchor,
            { ...place, name: `"><img src=x onerror=alert(1)>` },
            lines,
          ),
        ]),
      ...good,
    },
    {
      name: "sent-inventory",
      direction: "outbound",
      write: (reference) =>
        interchangeText(reference, anchor, [inventoryText("IR-OUT-1", anchor, lines)], {
          outbound: true,
          acknowledgementRequested: true,
        }),
      streams: sent(),
      notes: sentNotes,
    },
    {
      name: "not-sent-yet",
      direction: "outbound",
      write: (reference) =>
        interchangeText(reference, anchor, [inventoryText("IR-OUT-2", anchor, lines)], {
          outbound: true,
          acknowledgementRequested: true,
        }),
      streams: sent("failed"),
      notes: [
        ...sentNotes.slice(0, 1),
        stepNote("failure", sendStream, transmitStep, "The folder of the partner is full"),
      ],
    },
  ];
}
