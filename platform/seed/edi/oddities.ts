import { unmatched } from "#platform/domains/edi/deeds/attention.ts";
import { ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { receiveSteps, receiveStream } from "#platform/domains/edi/interchanges/arrivals.ts";
import type { SeedSize, SeedStore } from "#platform/seed/stores.ts";
import { received, receiveNotes, type SeedInterchange, sent, sentNotes, toInterchange } from "./events.ts";
import { asText, interchangeText, latin, noise, otherSeparators, place, someLines } from "./oddTexts.ts";
import { changeText, controlText, inventoryText, message, ordersText, segment } from "./texts.ts";

const minute = 60_000;
const encoder = new TextEncoder();

type Odd = Pick<SeedInterchange, "write"> & Partial<SeedInterchange> & { name: string };

const refused = (action: string): Pick<SeedInterchange, "streams" | "notes"> => ({
  streams: received("rejected", receiveSteps[0]),
  notes: [
    ediNote("interchange:received", "Came in with its file"),
    stepNote("start", receiveStream, receiveSteps[0], "Begins"),
    stepNote(
      "finish",
      receiveStream,
      receiveSteps[0],
      `Acknowledged with action ${action}. It is not processed`,
    ),
  ],
});

const failed: Pick<SeedInterchange, "streams" | "notes"> = {
  streams: received("failed", receiveSteps[0]),
  notes: [
    ediNote("interchange:received", "Came in with its file"),
    stepNote("start", receiveStream, receiveSteps[0], "Begins"),
    stepNote("failure", receiveStream, receiveSteps[0], "The interchange has errors in its envelope"),
  ],
};

/** Left to a person in the end, with what has to be known. */
const manual = (
  words: string,
  reason = "message:not-processed",
): Pick<SeedInterchange, "streams" | "notes"> => ({
  streams: received("manual"),
  notes: [...receiveNotes(4, []), ediNote(reason, words)],
});

const answersNothing = (reference: string) =>
  manual(`No interchange ${reference} was sent to this partner`, unmatched);

const at = (state: string, step: string): Pick<SeedInterchange, "streams" | "notes"> => ({
  streams: received(state, step),
  notes: receiveNotes(1, ["No acknowledgement is asked for"]),
});

/** Interchanges as partners send them on their bad days, and one of every state; the same for the same store and time. */
function oddInterchanges(store: SeedStore, anchor: Date): Odd[] {
  const lines = someLines(store, 3);
  const orders = (reference: string, options = {}) =>
    interchangeText(reference, anchor, [ordersText(`ODD-${reference}`, anchor, place, lines)], options);
  const text = (reference: string, options = {}) => asText(orders(reference, options));
  const good = { streams: received(), notes: receiveNotes(4, []) };
  const duplicate = "00020";
  return [
    { name: "truncated", write: () => encoder.encode(text("00001").slice(0, 420)), ...failed },
    {
      name: "wrong-counts",
      write: () =>
        encoder.encode(
          text("00002")
            .replace("CNT+2:3", "CNT+2:9")
            .replace(/UNT\+\d+/, "UNT+99")
            .replace("UNZ+1", "UNZ+4"),
        ),
      ...failed,
    },
    {
      name: "wrong-message-count",
      write: () => encoder.encode(text("00003").replace(/UNT\+\d+/, "UNT+7")),
      ...manual("ORDERS ODD-00003 was not processed: it has errors"),
    },
    {
      name: "wrong-references",
      write: () => encoder.encode(text("00004").replace("UNZ+1+00004", "UNZ+1+00040")),
      ...failed,
    },
    {
      name: "utf-8-labelled-unoa",
      write: () =>
        encoder.encode(
          text("00005", { syntaxIdentifier: "UNOA" }).replace("MYER GEELONG", "MYER CAFÉ Ωμέγα"),
        ),
      ...good,
    },
    {
      name: "latin-1-bytes-labelled-utf-8",
      write: () =>
        latin(text("00006", { syntaxIdentifier: "UNOY" }).replace("MYER GEELONG", "MYER CAF\u00c9 \u00fc")),
      ...good,
    },
    {
      name: "custom-separators",
      write: () => orders("00007", { separators: otherSeparators }),
      ...good,
    },
    { name: "with-line-breaks", write: () => orders("00008", { lineBreaks: true }), ...good },
    { name: "binary-noise", write: noise, direction: "unspecified", ...failed },
    {
      name: "no-envelope",
      write: () => encoder.encode("Dear partner,\r\nplease find our order attached.\r\nKind regards\r\n"),
      direction: "unspecified",
      ...failed,
    },
    {
      name: "unknown-type",
      write: () =>
        interchangeText("00011", anchor, [message("INVOIC", [segment("BGM", "380", "INV-1", "9")])]),
      ...manual("INVOIC INV-1 was not processed: nobody here reads INVOIC messages"),
    },
    { name: "empty-interchange", write: () => interchangeText("00012", anchor, []), ...failed },
    {
      name: "change-of-unknown-order",
      write: () => interchangeText("00013", anchor, [changeText("PC-1", "NO-SUCH-ORDER", anchor, "1", [])]),
      ...manual("The partner sent no order 'NO-SUCH-ORDER' that could be changed"),
    },
    {
      name: "inventory",
      write: () => interchangeText("00014", anchor, [inventoryText("IR-00014", anchor, lines)]),
      ...good,
    },
    {
      name: "unmatched-acknowledgement",
      write: () =>
        interchangeText("00015", anchor, [controlText("77777", { toPartner: false, action: "7" })]),
      ...answersNothing("77777"),
    },
    {
      name: "message-refused",
      write: () =>
        interchangeText("00016", anchor, [
          controlText("77778", { toPartner: false, action: "7", refused: "DESADV" }),
        ]),
      ...answersNothing("77778"),
    },
    {
      name: "several-messages",
      write: () =>
        interchangeText("00017", anchor, [
          { ...ordersText("ODD-00017-1", anchor, place, lines), reference: "1" },
          { ...changeText("PC-2", "ODD-00017-1", anchor, "4", []), reference: "2" },
          { ...inventoryText("IR-00017", anchor, lines), reference: "3" },
        ]),
      ...good,
    },
    { name: "two-in-one-file-1", fileName: "two-in-one-file.edi", write: () => orders("00018"), ...good },
    { name: "two-in-one-file-2", fileName: "two-in-one-file.edi", write: () => orders("00019"), ...good },
    { name: "first-of-its-number", write: () => orders(duplicate), ...good },
    {
      name: "same-again",
      write: () => orders(duplicate),
      streams: received("completed", receiveSteps[0]),
      notes: [
        ediNote(
          "interchange:duplicate",
          "It is the same as an earlier interchange, and is not processed again",
        ),
      ],
      references: [
        toInterchange("duplicate-of-interchange", "First came as", "odd first-of-its-number", anchor),
      ],
    },
    {
      name: "other-under-the-same-number",
      write: () =>
        interchangeText(duplicate, anchor, [ordersText("ODD-OTHER", anchor, place, lines.slice(1))]),
      streams: received("hold", receiveSteps[0]),
      notes: [
        ediNote(
          "interchange:duplicate",
          "Another interchange came under this control reference before; this one waits for a person",
        ),
      ],
      references: [
        toInterchange("duplicate-of-interchange", "First came as", "odd first-of-its-number", anchor),
      ],
    },
    { name: "refused", write: () => orders("00023"), ...refused("4") },
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
      notes: sentNotes.slice(0, 1),
    },
  ];
}

/** The odd interchanges of a seed, the demo's largest with 20,000 segments among them. */
export function oddSeedInterchanges(store: SeedStore, size: SeedSize, anchor: Date): SeedInterchange[] {
  const start = new Date(anchor.getTime() - 9 * 60 * minute);
  const large: Odd = {
    name: "20000-segments",
    write: () => interchangeText("00050", start, [inventoryText("IR-FULL", start, someLines(store, 5000))]),
    streams: received(),
    notes: receiveNotes(4, []),
  };
  const odd = [...oddInterchanges(store, start), ...(size === "small" ? [] : [large])];
  return odd.map(({ name, ...one }, index) => ({
    direction: "inbound",
    references: [],
    streams: received(),
    notes: [],
    fileName: `${name}.edi`,
    ...one,
    key: `odd ${name}`,
    at: new Date(start.getTime() + index * 7 * minute),
  }));
}
