import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { printOptions } from "#tests/support/printOptions.ts";
import { defaultMedia } from "../label.ts";
import { renderLabel } from "../render/render.ts";
import { freshMs, readSignable } from "./signable.ts";

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
  test.each([
    [{ call: "printers.find", params: {}, timestamp: now }],
    [{ call: "printers.detail", timestamp: now }],
    [{ call: "printers.getDefault", params: null, timestamp: now }],
    [{ call: "printers.startListening", params: { printerNames: ["Bench"] }, timestamp: now }],
    [print],
    [{ ...print, params: { ...params, options: { ...options, forceRaw: true, jobName: null } } }],
  ])("%o", (request) => {
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

  test.each<[string, unknown]>([
    ["another call", { call: "file.read", params: { path: "/etc/passwd" }, timestamp: now }],
    ["a call that needs no signature", { call: "getVersion", timestamp: now }],
    ["a search for printers", { call: "printers.find", params: { query: "x" }, timestamp: now }],
    [
      "listening to all printers",
      { call: "printers.startListening", params: { printerNames: [null] }, timestamp: now },
    ],
    [
      "listening to two printers",
      { call: "printers.startListening", params: { printerNames: ["Bench", "Office"] }, timestamp: now },
    ],
    [
      "reading what others print",
      { call: "printers.startListening", params: { printerNames: ["Bench"], jobData: true }, timestamp: now },
    ],
    ["clearing a queue", { call: "printers.clearQueue", params: { printerName: "Bench" }, timestamp: now }],
    ["a serial port", { call: "serial.openPort", params: { port: "COM1" }, timestamp: now }],
    ["a socket", { call: "socket.open", params: { host: "10.0.0.1", port: 22 }, timestamp: now }],
    ["a USB device", { call: "usb.sendData", params: {}, timestamp: now }],
    ["a call in other letters", { ...print, call: "Print" }],
    ["a call that is no text", { ...print, call: ["print"] }],
    ["a field beside the request", { ...print, extra: 1 }],
    ["a field beside the parameters", { ...print, params: { ...params, extra: 1 } }],
    ["parameters where there are none", { call: "printers.detail", params: {}, timestamp: now }],
    ["no timestamp", { call: "print", params }],
    ["a timestamp that is no number", { ...print, timestamp: String(now) }],
    ["a file for a printer", withPrinter({ file: "/home/label.txt" })],
    ["an address for a printer", withPrinter({ host: "10.0.0.1", port: 9100 })],
    ["an address beside a printer's name", withPrinter({ name: "Bench", host: "10.0.0.1" })],
    ["a printer without a name", withPrinter({ name: "" })],
    ["a printer that is a text", withPrinter("Bench")],
    ["no printer", withPrinter(null)],
    ["a name with line breaks, which would forge a line of the log", withPrinter({ name: "Bench\nforged" })],
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
  ])("%s", (_name, request) => {
    expect(read(request)).toEqual({ why: "outside" });
  });

  test.each<[string, string]>([
    ["nothing", ""],
    ["no JSON", "print"],
    ["half of a request", JSON.stringify(print).slice(0, -1)],
    ["spaces between", JSON.stringify(print, null, 1)],
    ["a call that is named twice", JSON.stringify(print).replace("{", '{"call":"file.read",')],
    [
      "a printer that is named twice",
      JSON.stringify(print).replace('"name"', '"host":"10.0.0.1","name":"x","name"'),
    ],
    ["letters that are written as escapes", JSON.stringify(print).replace('"print"', '"\\u0070rint"')],
    ["a mark before it", `\ufeff${JSON.stringify(print)}`],
    ["a number that reads in two ways", JSON.stringify(print).replace(String(now), `${now}.0`)],
  ])("%s is no request", (_name, text) => {
    const answer = readText(text);
    expect("why" in answer && answer.why).toMatch(/malformed|outside/);
  });

  test("a body that is none, and values that are no object", () => {
    for (const body of ["", "{", "null", "[]", JSON.stringify(print), JSON.stringify({ request: print })])
      expect(readSignable(body, now), body).toEqual({ why: "malformed" });
    for (const value of [null, 1, "print", [], [print]]) expect(read(value)).toEqual({ why: "outside" });
  });

  test("a request whose parent gives it what it lacks", () => {
    expect(readText(`{"__proto__":${JSON.stringify(print)}}`)).toHaveProperty("why");
  });
});

describe("a label is signed for what it says, not for its commands [labels#signed]", () => {
  const printing = (data: Uint8Array | string) => ({
    ...print,
    params: { ...params, data: [{ ...commands, data: base64(data) }] },
  });
  const injected = '\nN\nI8,A,001\nq456\nQ256,24\nA10,10,0,1,1,1,N,"^XA^JUF^XZ"\nP1\n';

  test.each<[string, string | Uint8Array, unknown]>([
    ["another label", renderLabel({ ...bootLabel, price: "1.00" }, content).bytes, content],
    ["more copies", renderLabel({ ...bootLabel, copies: 4 }, content).bytes, content],
    ["another language", renderLabel(bootLabel, { ...content, language: "ZPL" }).bytes, content],
    [
      "other media",
      renderLabel(bootLabel, { ...content, media: { ...defaultMedia, widthMm: 60 } }).bytes,
      content,
    ],
    ["a command of ZPL within EPL", injected, content],
    [
      "a command after it",
      Buffer.concat([renderLabel(bootLabel, content).bytes, Buffer.from("~JR")]),
      content,
    ],
    ["nothing but a command", "~JR", content],
  ])("%s: not signed", (_name, data, of) => {
    expect(read(printing(data), now, of)).toEqual({ why: "foreign" });
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
