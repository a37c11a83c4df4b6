import { ediNote } from "#platform/domains/edi/documents/streams.ts";
import { receiveSteps } from "#platform/domains/edi/interchanges/arrivals.ts";
import type { SeedSize, SeedStore } from "#platform/seed/stores.ts";
import { answersNothing, failed, good, manual, type Odd, refused } from "./edgeCaseOutcomes.ts";
import { edgeCaseStates } from "./edgeCaseStates.ts";
import {
  asText,
  edgeCaseOrders,
  interchangeText,
  latin,
  noise,
  otherSeparators,
  place,
  someLines,
} from "./edgeCaseTexts.ts";
import { received, type SeedInterchange, toInterchange } from "./events.ts";
import { changeText, controlText, inventoryText, message, ordersText, segment } from "./texts.ts";

const minute = 60_000;
const encoder = new TextEncoder();

/** Interchanges as partners send them on their bad days; the same for the same store and time. */
function edgeCaseInterchanges(store: SeedStore, anchor: Date): Odd[] {
  const lines = someLines(store, 3);
  const orders = edgeCaseOrders(lines, anchor);
  const text = (reference: string, options = {}) => asText(orders(reference, options));
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
    {
      name: "refused",
      write: () => orders("00023"),
      ...refused("4", "The partner withdrew it by telephone"),
    },
  ];
}

/** The odd interchanges of a seed, the demo's largest with 20,000 segments among them. */
export function edgeCaseSeedInterchanges(store: SeedStore, size: SeedSize, anchor: Date): SeedInterchange[] {
  const start = new Date(anchor.getTime() - 9 * 60 * minute);
  const large: Odd = {
    name: "20000-segments",
    write: () => interchangeText("00050", start, [inventoryText("IR-FULL", start, someLines(store, 5000))]),
    ...good,
  };
  const odd = [
    ...edgeCaseInterchanges(store, start),
    ...edgeCaseStates(store, start),
    ...(size === "small" ? [] : [large]),
  ];
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
