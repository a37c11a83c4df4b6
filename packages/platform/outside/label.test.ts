import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawSlip } from "#platform/domains/exos/slip.ts";
import { drawLabel } from "./label.ts";

// The 103 data symbols of Code 128 as the widths of their six bars and spaces, then the three starts.
const patterns = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 " +
  "122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 " +
  "322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 " +
  "112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 " +
  "331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 " +
  "112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 " +
  "124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 " +
  "411311 113141 114131 311141 411131 211412 211214 211232"
).split(" ");

type Bar = { x: number; width: number };

/** The filled bars of a PDF's page, from its content stream, from left to right. */
function barsOf(pdf: Uint8Array): Bar[] {
  const bytes = Buffer.from(pdf);
  const bars: Bar[] = [];
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 7)) {
    if (bytes.subarray(at - 3, at).toString() === "end") continue;
    const body = bytes.subarray(at + 7, bytes.indexOf("\nendstream", at));
    const page = inflateSync(body).toString("latin1");
    const heights = [...page.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)];
    const tallest = heights.filter(([, , , width, height]) => Number(height) > 3 * Number(width));
    bars.push(...tallest.map(([, x, , width]) => ({ x: Number(x), width: Number(width) })));
  }
  return bars.sort((one, other) => one.x - other.x);
}

/** Decodes printed bars like a scanner, from their edges only. */
function readCode128(bars: Bar[]): string {
  const edges = bars.flatMap(({ x, width }) => [x, x + width]);
  const total = (edges.at(-1) ?? 0) - (edges[0] ?? 0);
  const symbols = (bars.length - 1) / 3;
  // Eleven modules per symbol, thirteen for the stop.
  const module = total / (symbols * 11 + 2);
  const widths = edges.slice(1).map((edge, index) => Math.round((edge - (edges[index] ?? 0)) / module));
  const codes: number[] = [];
  for (let at = 0; at + 7 < widths.length; at += 6) {
    codes.push(patterns.indexOf(widths.slice(at, at + 6).join("")));
  }
  expect(widths.slice(-7).join("")).toBe("2331112");
  expect(codes).not.toContain(-1);
  const check = codes.pop();
  const sum = codes.reduce((total, code, index) => total + code * Math.max(1, index), 0);
  expect(check).toBe(sum % 103);
  let set = codes[0];
  return codes
    .slice(1)
    .map((code) => {
      if (set === 105 && code < 100) return String(code).padStart(2, "0");
      if (code >= 99) {
        set = { 99: 105, 100: 104, 101: 103 }[code];
        return "";
      }
      return String.fromCharCode(code + 32);
    })
    .join("");
}

const facts = {
  ...{ articleId: "SIM123456789001", consignmentId: "SIM123456789", raNumber: "RA0012345" },
  ...{ exoName: "EXO-000042", orderId: "10100042", sender: "Zoë Müller", storeName: "Clarks" },
};

test("a label is a PDF whose barcode reads as the article id, check symbol included", async () => {
  const pdf = await drawLabel(facts);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
  expect(readCode128(barsOf(pdf))).toBe(facts.articleId);
});

const exo = {
  ...{ id: "e1", name: "EXO-000042", storeName: "Clarks", storeType: "bigcommerce", status: "active" },
  ...{ stream: "return/automatic", step: "create-shipment-slip", originalOrderId: "10100042" },
  ...{ raNumber: "RA0012345", emailAddress: null, refusals: 0, retries: 0, stepSince: null, stepAt: null },
  referenceList: [],
};

test("a slip's barcode reads as the RA#, however many items it lists", async () => {
  const items = Array.from({ length: 60 }, () => ({ Title: "Loafer", LevelCode: "1_BLK_8", Quantity: -1 }));
  const document = { exchange: { Customer: { FirstName: "Zoë" }, Items: items } };
  expect(readCode128(barsOf(await drawSlip({ ...exo, document })))).toBe("RA0012345");
  expect(readCode128(barsOf(await drawSlip({ ...exo, raNumber: null, document: {} })))).toBe("EXO-000042");
});

test("letters that the fonts lack, and endless names, do no harm", async () => {
  const hostile = { ...facts, sender: `Ω≈ç 👟 <script>\u0000 ${"long ".repeat(300)}`, storeName: "日本" };
  expect(readCode128(barsOf(await drawLabel(hostile)))).toBe(facts.articleId);
});
