import { describe, expect, test } from "vitest";
import { printOptions } from "#tests/support/printOptions.ts";
import { freshMs, readSignable } from "./signable.ts";

const now = Date.UTC(2026, 10, 20, 10, 42);

const options = printOptions({ jobName: "Boot a1b2", forceRaw: false });
const label = "^XA^CI28^MNY^PW456^LL256^LH0,0\n^PQ1,0,1,Y^XZ\n";
const commands = { type: "raw", format: "command", flavor: "base64", data: btoa(label) };
const params = { printer: { name: "Bench" }, options, data: [commands] };
const print = { call: "print", params, timestamp: now };

const read = (request: unknown, at = now) => readSignable(Buffer.from(JSON.stringify(request)), at);
const readText = (text: string) => readSignable(Buffer.from(text), now);

describe("what is signed", () => {
  test.each([
    [{ call: "printers.find", params: {}, timestamp: now }],
    [{ call: "printers.detail", timestamp: now }],
    [{ call: "printers.getDefault", params: null, timestamp: now }],
    [{ call: "printers.startListening", params: { printerNames: ["Bench"] }, timestamp: now }],
    [print],
    [{ ...print, params: { ...params, options: { ...options, forceRaw: true, jobName: null } } }],
  ])("%o", (request) => {
    expect(read(request)).toEqual(request);
  });

  test("for two minutes, by a clock that is fast or slow", () => {
    for (const off of [0, freshMs, -freshMs]) expect(read(print, now + off)).toEqual(print);
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

  test("bytes that are no text, and values that are no object", () => {
    expect(readSignable(Buffer.from([0xff, 0xfe, 0x7b]), now)).toEqual({ why: "malformed" });
    for (const value of [null, 1, "print", [], [print]]) expect(read(value)).toEqual({ why: "outside" });
  });

  test("a request whose parent gives it what it lacks", () => {
    expect(readText(`{"__proto__":${JSON.stringify(print)}}`)).toHaveProperty("why");
  });
});
