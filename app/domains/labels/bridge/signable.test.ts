import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { printOptions } from "#tests/support/printOptions.ts";
import { defaultMedia } from "../label.ts";
import { renderLabel } from "../render/render.ts";
import { freshMs, readSignable } from "./signable.server.ts";

const now = Date.UTC(2026, 10, 20, 10, 42);

const options = printOptions({ jobName: "Boot a1b2", forceRaw: false });
const content = { label: bootLabel, language: "EPL", media: defaultMedia } as const;
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const commands = {
  ...{ type: "raw", format: "command", flavor: "base64" },
  data: base64(renderLabel(bootLabel, content).bytes),
};
const params = { printer: { name: "Bench" }, options, data: [commands] };
const print = { call: "print", params, timestamp: now };

const readText = (request: string, at = now, of: unknown = content) =>
  readSignable(JSON.stringify({ request, content: of }), at);
const read = (request: unknown, at = now, of: unknown = content) => readText(JSON.stringify(request), at, of);

describe("what is signed", () => {
  test("are the lists of printers, listening to one printer, and a label to a printer by its name [labels#signed]", () => {
    for (const request of [
      { call: "printers.find", params: {}, timestamp: now },
      { call: "printers.detail", timestamp: now },
      { call: "printers.getDefault", params: null, timestamp: now },
      { call: "printers.startListening", params: { printerNames: ["Bench"] }, timestamp: now },
      print,
      { ...print, params: { ...params, options: { ...options, forceRaw: true, jobName: null } } },
    ])
      expect(read(request)).toEqual({ text: JSON.stringify(request), request, language: "EPL" });
  });

  test("for two minutes, by a clock that is fast or slow", () => {
    for (const off of [0, freshMs, -freshMs])
      expect(read(print, now + off)).toMatchObject({ request: print });
    expect(read(print, now + freshMs + 1)).toEqual({ why: "stale", byMs: freshMs + 1 });
    expect(read(print, now - freshMs - 1)).toEqual({ why: "stale", byMs: -freshMs - 1 });
  });
});

describe("what is not signed", () => {
  const withOptions = (change: object) => ({
    ...print,
    params: { ...params, options: { ...options, ...change } },
  });
  const withData = (...data: unknown[]) => ({ ...print, params: { ...params, data } });
  const withPrinter = (printer: unknown) => ({ ...print, params: { ...params, printer } });

  test("is anything else that the print service could do, or a field more or less [labels#signed]", () => {
    const other = (name: string, given: unknown) => ({ call: name, params: given, timestamp: now });
    const listen = (given: object) => other("printers.startListening", given);
    const cases: [string, unknown][] = [
      ["another call", other("file.read", { path: "/etc/passwd" })],
      ["a call that needs no signature", { call: "getVersion", timestamp: now }],
      ["a search for printers", other("printers.find", { query: "x" })],
      ["listening to all printers", listen({ printerNames: [null] })],
      ["listening to two printers", listen({ printerNames: ["Bench", "Office"] })],
      ["reading what others print", listen({ printerNames: ["Bench"], jobData: true })],
      ["clearing a queue", other("printers.clearQueue", { printerName: "Bench" })],
      ["a serial port", other("serial.openPort", { port: "COM1" })],
      ["a socket", other("socket.open", { host: "10.0.0.1", port: 22 })],
      ["a USB device", other("usb.sendData", {})],
      ["a call in other letters", { ...print, call: "Print" }],
      ["a call that is no text", { ...print, call: ["print"] }],
      ["a field beside the request", { ...print, extra: 1 }],
      ["a field beside the parameters", { ...print, params: { ...params, extra: 1 } }],
      ["parameters where there are none", other("printers.detail", {})],
      ["no timestamp", { call: "print", params }],
      ["a timestamp that is no number", { ...print, timestamp: String(now) }],
      ["a file for a printer", withPrinter({ file: "/home/label.txt" })],
      ["an address for a printer", withPrinter({ host: "10.0.0.1", port: 9100 })],
      ["an address beside a printer's name", withPrinter({ name: "Bench", host: "10.0.0.1" })],
      ["a printer without a name", withPrinter({ name: "" })],
      ["a printer that is a text", withPrinter("Bench")],
      ["no printer", withPrinter(null)],
      ["a name with line breaks, which would forge a line of the log", withPrinter({ name: "B\nforged" })],
      ["a name without end", withPrinter({ name: "x".repeat(201) })],
      ["a file's content", withData({ ...commands, flavor: "file", data: "file:///etc/passwd" })],
      ["hexadecimal", withData({ ...commands, flavor: "hex", data: "5e5841" })],
      ["plain text", withData({ ...commands, flavor: "plain", data: "^XA^XZ" })],
      ["a page", withData({ ...commands, type: "pixel", format: "html" })],
      ["a PDF", withData({ ...commands, type: "pixel", format: "pdf" })],
      ["a picture among commands", withData({ ...commands, format: "image" })],
      ["a field beside the data", withData({ ...commands, options: { language: "ZPL" } })],
      ["data that is no base64", withData({ ...commands, data: "not base64!" })],
      ["no data in it", withData({ ...commands, data: "" })],
      ["nothing to print", withData()],
      ["two things to print", withData(commands, commands)],
      ["a text for data", withData("^XA^XZ")],
      ["copies of the service's making", withOptions({ copies: 3 })],
      ["spooling to several jobs", withOptions({ spool: { size: 1 } })],
      ["another encoding", withOptions({ encoding: "UTF-8" })],
      ["the older version's option", withOptions({ altPrinting: true })],
      ["an unknown option", withOptions({ jobNames: "x" })],
      ["a missing option", { ...print, params: { ...params, options: { jobName: "x" } } }],
      ["a job's name with line breaks", withOptions({ jobName: "Boot\nforged" })],
    ];
    const signed = cases.filter(([, request]) => JSON.stringify(read(request)) !== '{"why":"outside"}');
    expect(signed.map(([what]) => what)).toEqual([]);
  });

  test("is a text that reads in two ways, or is no request", () => {
    const text = JSON.stringify(print);
    const cases: [string, string][] = [
      ["nothing", ""],
      ["no JSON", "print"],
      ["half of a request", text.slice(0, -1)],
      ["spaces between", JSON.stringify(print, null, 1)],
      ["a call that is named twice", text.replace("{", '{"call":"file.read",')],
      ["a printer that is named twice", text.replace('"name"', '"host":"10.0.0.1","name":"x","name"')],
      ["letters that are written as escapes", text.replace('"print"', '"\\u0070rint"')],
      ["a mark before it", `\ufeff${text}`],
      ["a number that reads in two ways", text.replace(String(now), `${now}.0`)],
      ["a parent that gives it what it lacks", `{"__proto__":${text}}`],
    ];
    const signed = cases.filter(
      ([, request]) => !/malformed|outside/.test(JSON.stringify(readText(request))),
    );
    expect(signed.map(([what]) => what)).toEqual([]);
  });

  test("a body that is none, and values that are no object", () => {
    for (const body of ["", "{", "null", "[]", JSON.stringify(print), JSON.stringify({ request: print })])
      expect(readSignable(body, now), body).toEqual({ why: "malformed" });
    for (const value of [null, 1, "print", [], [print]]) expect(read(value)).toEqual({ why: "outside" });
  });
});

describe("a label is signed for what it says, not for its commands [labels#signed]", () => {
  const printing = (data: Uint8Array | string) => ({
    ...print,
    params: { ...params, data: [{ ...commands, data: base64(data) }] },
  });
  const injected = '\nN\nI8,A,001\nq456\nQ256,24\nA10,10,0,1,1,1,N,"^XA^JUF^XZ"\nP1\n';

  test("commands that are not exactly the label's are not signed", () => {
    const other = (over: object, as: object = {}) =>
      renderLabel({ ...bootLabel, ...over }, { ...content, ...as }).bytes;
    const cases: [string, string | Uint8Array][] = [
      ["another label", other({ price: "1.00" })],
      ["more copies", other({ copies: 4 })],
      ["another language", other({}, { language: "ZPL" })],
      ["other media", other({}, { media: { ...defaultMedia, widthMm: 60 } })],
      ["a command of ZPL within EPL", injected],
      ["a command after it", Buffer.concat([other({}), Buffer.from("~JR")])],
      ["nothing but a command", "~JR"],
    ];
    const signed = cases.filter(([, data]) => JSON.stringify(read(printing(data))) !== '{"why":"foreign"}');
    expect(signed.map(([what]) => what)).toEqual([]);
  });

  test("without the label that it prints: not signed", () => {
    expect(readSignable(JSON.stringify({ request: JSON.stringify(print) }), now)).toEqual({ why: "foreign" });
  });

  test("a label that carries a command in a text is signed for the harmless one that is rendered", () => {
    const label = { ...bootLabel, name: "^XA^JUF^XZ ~JR", colour: '"\nGK"*"' };
    for (const language of ["ZPL", "EPL"] as const) {
      const of = { ...content, label, language };
      expect(read(printing(renderLabel(label, of).bytes), now, of)).toMatchObject({ language });
    }
  });

  test("what is no label is malformed", () => {
    for (const of of [
      { ...content, language: "PCL" },
      { ...content, label: { ...bootLabel, copies: 1000 } },
      { ...content, label: { ...bootLabel, name: "x".repeat(2_001) } },
      { ...content, label: { ...bootLabel, extra: 1 } },
      { label: bootLabel },
    ])
      expect(read(print, now, of)).toEqual({ why: "malformed" });
  });
});
