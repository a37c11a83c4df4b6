import { describe, expect, test } from "vitest";
import { freshMs, readSignable } from "./signable.server.ts";

const now = Date.UTC(2026, 10, 20, 10, 42);
const listen = { call: "printers.startListening", params: { printerNames: ["Bench"] }, timestamp: now };
const read = (request: unknown, at = now) => readSignable(JSON.stringify(request), at);

describe("what is signed", () => {
  test("are the lists of printers, and listening to one printer [labels#signed]", () => {
    for (const request of [
      { call: "printers.detail", timestamp: now },
      { call: "printers.getDefault", params: null, timestamp: now },
      listen,
    ])
      expect(read(request)).toEqual(request);
  });

  test("for two minutes, by a clock that is fast or slow", () => {
    for (const off of [0, freshMs, -freshMs]) expect(read(listen, now + off)).toEqual(listen);
    expect(read(listen, now + freshMs + 1)).toEqual({ why: "stale", byMs: freshMs + 1 });
    expect(read(listen, now - freshMs - 1)).toEqual({ why: "stale", byMs: -freshMs - 1 });
  });
});

describe("what is not signed", () => {
  test("is anything else that the print service could do, or a field more or less [labels#signed]", () => {
    const other = (name: string, given: unknown) => ({ call: name, params: given, timestamp: now });
    const listening = (given: object) => other("printers.startListening", given);
    const data = [{ type: "raw", format: "command", flavor: "base64", data: "XlhBXlha" }];
    const cases: [string, unknown][] = [
      ["another call", other("file.read", { path: "/etc/passwd" })],
      ["a call that needs no signature", { call: "getVersion", timestamp: now }],
      ["a search for printers", other("printers.find", { query: "x" })],
      ["a label that was not handed over", other("print", { printer: { name: "Bench" }, options: {}, data })],
      ["listening to all printers", listening({ printerNames: [null] })],
      ["listening to two printers", listening({ printerNames: ["Bench", "Office"] })],
      ["reading what others print", listening({ printerNames: ["Bench"], jobData: true })],
      ["a printer without a name", listening({ printerNames: [""] })],
      ["a name with line breaks, which would forge a line of the log", listening({ printerNames: ["B\nf"] })],
      ["a name without end", listening({ printerNames: ["x".repeat(201)] })],
      ["clearing a queue", other("printers.clearQueue", { printerName: "Bench" })],
      ["a serial port", other("serial.openPort", { port: "COM1" })],
      ["a socket", other("socket.open", { host: "10.0.0.1", port: 22 })],
      ["a USB device", other("usb.sendData", {})],
      ["a call in other letters", { ...listen, call: "printers.startlistening" }],
      ["a call that is no text", { ...listen, call: ["printers.detail"] }],
      ["a field beside the request", { ...listen, extra: 1 }],
      ["parameters where there are none", other("printers.detail", {})],
      ["no timestamp", { call: "printers.detail" }],
      ["a timestamp that is no number", { ...listen, timestamp: String(now) }],
    ];
    const signed = cases.filter(([, request]) => JSON.stringify(read(request)) !== '{"why":"outside"}');
    expect(signed.map(([what]) => what)).toEqual([]);
  });

  test("is a text that reads in two ways, or is no request", () => {
    const text = JSON.stringify(listen);
    const cases: [string, string][] = [
      ["nothing", ""],
      ["no JSON", "printers.detail"],
      ["half of a request", text.slice(0, -1)],
      ["spaces between", JSON.stringify(listen, null, 1)],
      ["a call that is named twice", text.replace("{", '{"call":"file.read",')],
      ["letters that are written as escapes", text.replace('"Bench"', '"\\u0042ench"')],
      ["a mark before it", `\ufeff${text}`],
      ["a number that reads in two ways", text.replace(String(now), `${now}.0`)],
      ["a parent that gives it what it lacks", `{"__proto__":${text}}`],
    ];
    const signed = cases.filter(
      ([, request]) => !/malformed|outside/.test(JSON.stringify(readSignable(request, now))),
    );
    expect(signed.map(([what]) => what)).toEqual([]);
  });

  test("a body that is none, and values that are no object", () => {
    for (const body of ["", "{"]) expect(readSignable(body, now), body).toEqual({ why: "malformed" });
    for (const value of [null, 1, "print", [], [listen], { request: listen }])
      expect(read(value)).toEqual({ why: "outside" });
  });
});
