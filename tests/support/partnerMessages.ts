import type { Agreement, Articles, Facts, OrderMessage, Places } from "#edi-orders/index.ts";
import { headOf, partnerLines } from "#edi-orders/index.ts";
import { messageDocument, readEdifact, runSync } from "#edifact/index.ts";

/** An order of which everything is read, and nothing differs from what is agreed. */
export const usualOrder = [
  "BGM+220+PO1+9",
  "DTM+137:20261120:102",
  "DTM+63:20261215:102",
  "RFF+CT:C-2026-7",
  "NAD+BY+9399990000019::9++MYER BUYING+12 HARBOUR ST+MELBOURNE+VIC+3000+AU",
  "RFF+IA:44021",
  "NAD+ST+9399990000156::9++MYER GEELONG+99 MOORABOOL ST+GEELONG+VIC+3220+AU",
  "NAD+SU+9399991000011::9++UTOPIA APPAREL",
  "CUX+2:AUD:9",
  "LIN+1++9314000021004:SRV",
  "PIA+1+140200002_BRN_7:SA",
  "PIA+5+77001:IN",
  "IMD+F++:::PERCY",
  "QTY+21:10:PCE",
  "DTM+2:20261214:102",
  "MOA+203:709.5",
  "PRI+AAA:70.95",
  "LIN+2++9314000061000:SRV",
  "QTY+21:3",
  "PRI+AAA:158.95",
  "UNS+S",
  "MOA+79:1186.35",
  "CNT+2:2",
];

/** A change of it that is carried out whole. */
export const usualChange = [
  "BGM+230+C1+4",
  "DTM+137:20261121:102",
  "DTM+63:20261216:102",
  "RFF+ON:PO1",
  "RFF+CT:C-2026-7",
  "NAD+BY+9399990000019::9++MYER BUYING+12 HARBOUR ST+MELBOURNE+VIC+3000+AU",
  "NAD+ST+9399990000163::9++MYER BALLARAT+1 STURT ST+BALLARAT+VIC+3350+AU",
  "NAD+SU+9399991000011::9++UTOPIA APPAREL",
  "CUX+2:AUD:9",
  "LIN+1+3+9314000021004:SRV",
  "PIA+1+140200002_BRN_7:SA",
  "IMD+F++:::PERCY",
  "QTY+21:12",
  "DTM+2:20261215:102",
  "PRI+AAA:70.95",
  "LIN+3+1+9314000011029:SRV",
  "QTY+21:2",
  "PRI+AAA:29.95",
  "UNS+S",
  "CNT+2:2",
];

const article = (sku: string, price: number) => ({ sku, title: sku, isSold: true, stock: 27, price });

const articles: Articles = new Map([
  ["9314000021004", [article("140200002_BRN_7", 70.95)]],
  ["140200002_BRN_7", [article("140200002_BRN_7", 70.95)]],
  ["9314000061000", [article("140200006_RED_5", 158.95)]],
  ["9314000011029", [article("140200001_STN_L", 29.95)]],
]);

export const agreement: Agreement = {
  terms: {
    ...{ currency: "AUD", suppliers: ["9399991000011"], price_tolerance_percent: 0, checks_stock: true },
    ...{ max_line_quantity: 10_000, max_order_value: 250_000, units: {}, header: {} },
  },
  today: "2026-11-29",
};

export const places: Places = {
  locations: {},
  addressProblem: ({ postcode }) => (postcode ? undefined : "it has no postcode"),
};

export const facts: Facts = { ...agreement, ...places, articles };

/** A message of these segments, as it is read from its file. */
function documentOf(type: string, segments: readonly string[], advice = "UNA:+.? '") {
  const text = [`${advice}UNB+UNOC:3+M:ZZ+U:ZZ+261120:1042+1`, `UNH+1+${type}:D:01B:UN:EAN010`, ...segments];
  const end = [`UNT+${segments.length + 2}+1`, "UNZ+1+1", ""];
  const reading = runSync(readEdifact(Buffer.from([...text, ...end].join("'"), "latin1")));
  const [message] = reading.interchanges[0]?.messages ?? [];
  if (!message) throw new Error("There is no message");
  const mark = message.segments[0]?.separators.decimal === "," ? ("," as const) : ("." as const);
  return { document: runSync(messageDocument(message)).document, mark };
}

/** The same as one of the messages of an order; `position` is its place among all that the partner sent. */
export function messageOf(
  type: string,
  segments: readonly string[],
  position: number,
  known: Facts | undefined = facts,
  advice?: string,
): OrderMessage {
  const { document, mark } = documentOf(type, segments, advice);
  return {
    id: String(position),
    sent: { preparedAt: "2026-11-20T10:42", controlReference: String(position), position, place: 1 },
    head: headOf(document, mark),
    lines: runSync(partnerLines(document, mark)),
    facts: known,
  };
}
