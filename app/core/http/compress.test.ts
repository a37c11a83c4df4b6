import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressBody, encodingFor } from "./compress.server.ts";

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0.0", undefined],
  ["identity", undefined],
  [null, undefined],
])("%s: %s", (accepted, expected) => {
  expect(encodingFor(accepted)).toBe(expected);
});

test("a page is unchanged after decompression, and names its encoding", () => {
  const page = new TextEncoder().encode("<p>row</p>".repeat(1000));
  for (const [accepted, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const headers = new Headers();
    const request = new Request("http://x/", { headers: { "Accept-Encoding": accepted } });
    const packed = compressBody(page, request, headers);
    expect(headers.get("Content-Encoding")).toBe(accepted);
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    expect(new Uint8Array(unpack(packed))).toEqual(page);
    const small = new TextEncoder().encode("short");
    expect(compressBody(small, request, new Headers()), "what is small goes as it is").toBe(small);
  }
});
