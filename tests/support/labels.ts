import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import fc from "fast-check";
import { WebSocket } from "ws";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { mediaLimits } from "#app/domains/labels/label.ts";
import type { Label, Media } from "#app/domains/labels/labelSchemas.ts";
import type { LabelProductView } from "#app/domains/labels/model.ts";
import type { StationJob } from "#app/domains/labels/stations/station.ts";
import { drawCommands } from "./labelCommands.ts";

const require = createRequire(import.meta.url);
const readerFile = require.resolve("zxing-wasm/reader/zxing_reader.wasm");
let prepared: Promise<unknown> | undefined;

export const bootLabel: Label = {
  design: "Common",
  name: "Linden Womens Runner",
  colour: "Black",
  sizeRange: "7.5",
  barcode: "9300000101006",
  price: "129.95",
  copies: 3,
};

/** A product of three sizes, as Print Label shows it; the last has no barcode. */
export const bootView: LabelProductView = {
  ...{ key: "STY~BLK", name: "Harbour Boot", brand: "Clarks", colour: "Black", sizing: "AU Womens" },
  ...{ levelCode: "STY", clrCode: "BLK", season: "", occasion: "", department: "", otherPrices: [] },
  price: { text: "59.95", from: "Clarks Web", book: "Clarks Web" },
  sizes: [
    { key: "a", size: "6", sku: "STY_BLK_6", barcode: "9312300010018" },
    { key: "b", size: "7", sku: "STY_BLK_7", barcode: "9312300010025" },
    { key: "c", size: "8", sku: "STY_BLK_8", barcode: "" },
  ],
};

export const printEntry = (id: string, fields: Partial<StationJob> = {}): StationJob => ({
  ...{ id, title: id, label: { ...bootLabel, copies: 1 }, printer: "Bench", state: "sent" },
  ...{ by: "Lee Labels", reason: "", version: 0, askedAt: 0, since: 0 },
  ...fields,
});

/** The barcodes that an independent decoder finds in a picture, as symbology and text. */
export async function readLabel(png: Uint8Array): Promise<{ format: string; text: string }[]> {
  prepared ??= readFile(readerFile).then((bytes) =>
    prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(bytes).buffer }, fireImmediately: true }),
  );
  await prepared;
  const found = await readBarcodes(png, { formats: ["EAN13", "Code128"], tryDownscale: false });
  return found.map(({ format, text }) => ({ format, text }));
}

/** Names with every character that has a meaning in a printer language. */
export const trickyNames = [
  `"Tilda" 5" Wedge, Women's 'Wide Fit'`,
  "Juno ^XZ ^FS ~JA ~HS _5E _ \\& \\ Runner",
  "Émile Café Crème – Größe „Ñandú“ ab 50 €",
  "Kakushō Łódź スニーカー 👟 Trainer",
  `${"Wattle & Banksia Limited Edition Heritage Womens Chelsea Boot ".repeat(3)}end of 200`,
  "Incomprehensibilities".repeat(10),
  "Line\nbreak\tand\u0007bell\u0000 and \u202eright to left",
  "",
] as const;

/** Any text, including tricky ones and lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 250 }),
  fc
    .array(
      fc.constantFrom("^", "~", "_", "\\", '"', ">", "\n", "\r", "\u0000", "^XZ", "A", " ", "é", "\ud800"),
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(...trickyNames),
);

const ean13 = fc.stringMatching(/^\d{12}$/).map((digits) => {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
});

/** Any label, mostly with a barcode and a price that a product may have. */
export const anyLabel: fc.Arbitrary<Label> = fc.record({
  design: fc.constantFrom("RBK", "Common"),
  name: anyText,
  colour: anyText,
  sizeRange: fc.oneof(fc.constantFrom("7.5", "XS", "6, 7, 8, 9, 10", ""), anyText),
  barcode: fc.oneof(ean13, fc.stringMatching(/^\d{1,14}$/), fc.stringMatching(/^[ -~]{1,20}$/), anyText),
  price: fc.oneof(fc.stringMatching(/^\d{1,4}\.\d\d$/), anyText),
  was: fc.option(fc.oneof(fc.stringMatching(/^\d{1,4}\.\d\d$/), anyText), { nil: undefined }),
  copies: fc.integer({ min: 1, max: 999 }),
});

const length = ({ lowest, highest }: { lowest: number; highest: number }) =>
  fc.integer({ min: lowest * 10, max: highest * 10 }).map((tenths) => tenths / 10);

export const anyMedia: fc.Arbitrary<Media> = fc.record({
  widthMm: length(mediaLimits.widthMm),
  heightMm: length(mediaLimits.heightMm),
  gapMm: length(mediaLimits.gapMm),
  dotsPerMm: fc.constantFrom(8, 12),
});

/** The first port that a page without TLS tries. */
const firstPort = "8182";
const printService = /^wss?:\/\/localhost(\.qz\.io)?:/;

/** A workstation without a print service, whatever else runs on this machine. */
export const withoutPrintService = (page: Page) =>
  page.routeWebSocket(printService, (socket) => socket.close());

/** A workstation with a print service at `port`, on whichever port the page looks. */
export const withPrintService = (page: Page, port: number) =>
  page.routeWebSocket(printService, (socket) => {
    if (new URL(socket.url()).port !== firstPort) {
      socket.close();
      return;
    }
    const service = new WebSocket(`ws://localhost:${port}`);
    const early: (string | Buffer)[] = [];
    service.on("open", () => {
      for (const message of early.splice(0)) service.send(message);
    });
    service.on("message", (message) => socket.send(String(message)));
    service.on("close", () => socket.close());
    // An unreachable service closes as well, which is enough.
    service.on("error", () => undefined);
    socket.onMessage((message) => {
      if (service.readyState === WebSocket.OPEN) service.send(message);
      else early.push(message);
    });
    socket.onClose(() => service.close());
  });

/** Seconds between a scanner's key presses. */
const scannerPace = 0.005;

const ends = {
  Enter: [{ key: "Enter", code: "Enter", text: "\r", windowsVirtualKeyCode: 13 }],
  Tab: [{ key: "Tab", code: "Tab", text: "", windowsVirtualKeyCode: 9 }],
  nothing: [],
};

/** Key presses at a scanner's pace on a busy machine too. */
export async function scanWith(page: Page, keys: string, end: keyof typeof ends = "Enter") {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now() / 1000 - keys.length * scannerPace;
  const presses = [
    ...[...keys].map((key) => ({ key, code: /\d/.test(key) ? `Digit${key}` : `Key${key}`, text: key })),
    ...ends[end],
  ];
  await Promise.all(
    presses.flatMap((press, index) => {
      const timestamp = start + index * scannerPace;
      return [
        keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", timestamp, ...press }),
        keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", timestamp, ...press, text: "" }),
      ];
    }),
  );
  await keyboard.detach();
}

/** The printed output of a ZPL file: the decoded barcodes of each label's picture, and its copies. */
export async function labelsInZpl(file: Uint8Array, media: Media) {
  const found: { barcodes: string[]; copies: number; text: string }[] = [];
  for (const [text] of Buffer.from(file)
    .toString("utf8")
    .matchAll(/\^XA.*?\^XZ/gs)) {
    const png = await drawCommands(Buffer.from(text), { language: "ZPL", media });
    const barcodes = (await readLabel(png)).map((one) => one.text);
    found.push({ barcodes, copies: Number(/\^PQ(\d+)/.exec(text)?.[1]), text });
  }
  return found;
}
