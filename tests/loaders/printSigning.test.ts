import { createHash, verify, X509Certificate } from "node:crypto";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { defaultMedia, type Label } from "#app/domains/labels/label.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { isErrorView } from "#app/http/errorView.ts";
import { newPrintCertificate, printFiles } from "#tests/support/printCertificate.ts";
import { printOptions } from "#tests/support/printOptions.ts";
import { type Stack, type Staff, startStack } from "#tests/support/stack.ts";
import { Visitor } from "#tests/support/visitor.ts";

const pair = newPrintCertificate();
const files = printFiles(pair);
let stack: Stack;
let labels: Visitor;
beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: "info", ...files.environment });
  labels = await workstationOf("labels");
});
afterAll(async () => {
  await stack.stop();
  files.remove();
});

const choose = (visitor: Visitor, printer: string, language = "ZPL") =>
  visitor.post("/print/printer", { printer, language });

/** A person at a workstation with a chosen printer. */
async function workstationOf(who: Staff) {
  const visitor = await stack.signedIn(who);
  await choose(visitor, "Bench 1");
  return visitor;
}

let logged = 0;
beforeEach(() => {
  logged = stack.portal.output().length;
});
/** The portal's log of this test. */
const log = () => stack.portal.output().slice(logged);

const options = printOptions({ jobName: "Harbour Boot Black 7 a1b2", forceRaw: true });
const label: Label = {
  ...{ design: "Common", name: "Confidential boot", colour: "Black", sizeRange: "7", price: "59.95" },
  ...{ barcode: "9300000101006", copies: 1 },
};
const content = { label, language: "ZPL", media: defaultMedia } as const;
const commands = Buffer.from(renderLabel(label, content).bytes);
const data = { type: "raw", format: "command", flavor: "base64", data: commands.toString("base64") };
const params = { printer: { name: "Bench 1" }, options, data: [data] };
const print = (change: object = {}, timestamp = Date.now()) => ({
  call: "print",
  params: { ...params, ...change },
  timestamp,
});
const call = (name: string, given?: unknown) => ({
  call: name,
  ...(given === undefined ? {} : { params: given }),
  timestamp: Date.now(),
});

type Sent = { headers?: Record<string, string | undefined>; portal?: Stack["portal"] };

/** Posts a body like the label page; a header with the value undefined is omitted. */
async function post(
  visitor: Visitor,
  body: string | Buffer,
  { headers = {}, portal = stack.portal }: Sent = {},
) {
  const cookie = visitor
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const sent = { origin: portal.url, "content-type": "application/json", cookie, ...headers };
  const given = Object.entries(sent).filter((header): header is [string, string] => header[1] !== undefined);
  const reply = await request(`${portal.url}/print/sign`, {
    method: "POST",
    headers: Object.fromEntries(given),
    body,
  });
  const text = await reply.body.text();
  expect(text, "the key stays where it is").not.toContain("PRIVATE");
  return { status: reply.statusCode, headers: reply.headers, text };
}
type Reply = Awaited<ReturnType<typeof post>>;

/** The label page's signing request. */
const body = (sent: unknown, of: unknown = content) => bodyOf(JSON.stringify(sent), of);
const bodyOf = (request: string, of: unknown = content) => JSON.stringify({ request, content: of });
const sign = (sent: unknown, visitor = labels, of: unknown = content) => post(visitor, body(sent, of));

/** A refusal for the label page: JSON with a message, and no signature. */
function expectRefused({ status, text, headers }: Reply, code: number, words: RegExp) {
  expect(status, text).toBe(code);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  const view: unknown = JSON.parse(text);
  expect(isErrorView(view) && view.message).toMatch(words);
  expect(isErrorView(view) && view.advice).not.toBe("");
}

/** As the print service verifies it. */
const isGenuine = (body: string, signature: string) =>
  verify(
    "sha512",
    Buffer.from(createHash("sha256").update(body).digest("hex")),
    pair.certificate,
    Buffer.from(signature, "base64"),
  );

describe("the label page's requests", () => {
  test("is signed for exactly its bytes, as the print service checks them [labels#bridge]", async () => {
    for (const requested of [
      call("printers.find", {}),
      call("printers.detail"),
      call("printers.startListening", { printerNames: ["Bench 1"] }),
      print({}, Date.now() - 60_000),
    ]) {
      const request = JSON.stringify(requested);
      const reply = await post(labels, bodyOf(request));
      expect(reply.status, reply.text).toBe(200);
      expect(reply.headers["content-type"]).toMatch(/^text\/plain/);
      expect(reply.headers["cache-control"]).toContain("no-store");
      expect(isGenuine(request, reply.text), request).toBe(true);
      const other = request.replace("Bench 1", "Bench 2").replace("printers.", "file.");
      expect(isGenuine(other, reply.text)).toBe(false);
    }
  });

  test("a label is signed once, for anybody [labels#signed]", async () => {
    const request = print();
    expect((await sign(request)).status).toBe(200);
    expectRefused(await sign(request), 409, /signed before/);
    expectRefused(await sign(request, await workstationOf("admin")), 409, /signed before/);
    expect((await sign(print({}, request.timestamp + 1))).status, "the same label again").toBe(200);
  });

  test("a label is signed for printers that were chosen on this workstation, whoever works there [labels#allowed]", async () => {
    const elsewhere = print({ printer: { name: "Bench 2" } });
    expectRefused(await sign(elsewhere), 403, /chosen on this workstation/);
    await expect.poll(log).toContain("refused to sign a print request");
    const visitor = await stack.signedIn("labels");
    expectRefused(await sign(print(), visitor), 403, /chosen on this workstation/);
    expect((await choose(visitor, "Bench 2")).status).toBe(204);
    expect((await choose(visitor, "Bänk №3")).status).toBe(204);
    expect((await sign(elsewhere, visitor)).status).toBe(200);
    expect((await sign(print({ printer: { name: "Bänk №3" } }), visitor)).status).toBe(200);
    const list = await sign(call("printers.find", {}), await stack.signedIn("labels"));
    expect(list.status, "lists need no choice").toBe(200);
  });

  test("a label is signed in the language that its printer was chosen with [labels#signed]", async () => {
    const visitor = await stack.signedIn("labels");
    await choose(visitor, "Bench 1", "EPL");
    expectRefused(await sign(print(), visitor), 403, /another language/);
    await visitor.post("/print/printer", { printer: "Bench 1" });
    expectRefused(await sign(print(), visitor), 403, /another language/);
    await choose(visitor, "Bench 1", "ZPL");
    expect((await sign(print(), visitor)).status).toBe(200);
  });

  test("a queue is listened to at printers that were chosen on this workstation [labels#allowed]", async () => {
    const listen = (...printerNames: string[]) => call("printers.startListening", { printerNames });
    expectRefused(await sign(listen("Office")), 403, /chosen on this workstation/);
    expectRefused(await sign(listen("Bench 1", "Office")), 403, /listen to one/);
    expect((await sign(listen("Bench 1"))).status).toBe(200);
  });

  test("a workstation's list is its browser's, made by the portal, and stays small", async () => {
    const visitor = await stack.signedIn("labels");
    for (let n = 1; n <= 30; n += 1) await choose(visitor, `${n} ${"ß".repeat(190)}`);
    const stored = visitor.cookies().find(({ name }) => name === "labelPrinters");
    expect(stored?.value.length).toBeLessThan(3_900);
    const lastOne = print({ printer: { name: `30 ${"ß".repeat(190)}` } });
    expect((await sign(lastOne, visitor)).status).toBe(200);
    const forged = `labelPrinters=${btoa(JSON.stringify(["Bench 9"]))}`;
    const cookie = visitor
      .cookies()
      .filter(({ name }) => name !== "labelPrinters")
      .map(({ name, value }) => `${name}=${value}`)
      .concat(forged)
      .join("; ");
    const sent = body(print({ printer: { name: "Bench 9" } }));
    expectRefused(await post(labels, sent, { headers: { cookie } }), 403, /chosen on this workstation/);
    for (const wrong of ["", "x".repeat(201), "a\nb"]) {
      const reply = await choose(visitor, wrong);
      expect([reply.status, reply.text], JSON.stringify(wrong)).toEqual([
        400,
        expect.stringContaining("name"),
      ]);
    }
  });

  test("the certificate goes with the signatures, and the set-up page says how it is installed [labels#setup, settings#print-keys]", async () => {
    const reply = await labels.get("/print/certificate", { origin: "https://evil.test" });
    expect(new X509Certificate(reply.text).fingerprint256).toBe(
      new X509Certificate(pair.certificate).fingerprint256,
    );
    expect(reply.text).not.toContain("PRIVATE");
    expect(reply.headers["cache-control"]).toContain("no-store");
    expect(reply.headers["access-control-allow-origin"], "other pages don't read it").toBeUndefined();
    const { text } = await labels.get("/store/CLK/printlabel/setup");
    for (const line of ["C:\\Program Files\\QZ Tray", "/Applications/QZ Tray.app", "/opt/qz-tray/"])
      expect(text).toContain(line);
    expect(text).toContain('download="override.crt"');
    expect(text).toContain("Print the test label");
  });

  test("the log says who prints what where, and contains neither the label nor a secret", async () => {
    const { text: signature } = await sign(print());
    await expect.poll(log).toContain("signed a print request");
    const lines = log()
      .split("\n")
      .filter((one) => one.includes("signed a print request"));
    expect(lines).toHaveLength(1);
    const line = z.record(z.string(), z.unknown()).parse(JSON.parse(lines[0] ?? ""));
    expect(line).toMatchObject({
      subject: expect.any(String),
      correlationId: expect.any(String),
      call: "print",
      printer: "Bench 1",
      language: "ZPL",
      job: "Harbour Boot Black 7 a1b2",
      bytes: commands.length,
    });
    for (const { value } of labels.cookies()) expect(log()).not.toContain(value);
    for (const secret of [signature, data.data, "Confidential", "labels@utopia.example", "PRIVATE", "eyJ"])
      expect(log()).not.toContain(secret);
  });
});

test("requests are signed for PrintLabel and Admin, and nobody else [labels#who-signs]", async () => {
  const people = { admin: 200, labels: 200, clerk: 403, store: 403, norole: 403, nameless: 403 };
  for (const [who, status] of Object.entries(people) as [Staff, number][]) {
    const visitor = await workstationOf(who);
    const reply = await sign(print(), visitor);
    if (status === 200) expect(reply.status, who).toBe(200);
    else expectRefused(reply, 403, /PrintLabel, Admin/);
    const certificate = await visitor.get("/print/certificate");
    expect([certificate.status, certificate.text.includes("CERTIFICATE")], who).toEqual([
      status,
      status === 200,
    ]);
  }
  const anyone = new Visitor(stack.portal.url);
  const reply = await sign(print(), anyone);
  expect([reply.status, reply.text]).toEqual([302, ""]);
  expect(reply.headers.location, "the label page takes it for the end of its session").toMatch(/^\/login/);
  const certificate = await anyone.get("/print/certificate");
  expect([certificate.status, certificate.text]).toEqual([302, ""]);
});

test("nothing is signed for another page, nor for a malformed request", async () => {
  const sent = () => body(print());
  for (const headers of [
    ...["https://evil.test", "null", undefined, "http://localhost:1"].map((origin) => ({ origin })),
    { origin: undefined, referer: "https://evil.test/" },
  ]) {
    const { status } = await post(labels, sent(), { headers });
    expect(Math.floor(status / 100), JSON.stringify(headers)).toBe(4);
  }
  expect((await labels.get("/print/sign")).status).toBeGreaterThanOrEqual(400);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined])
    expectRefused(await post(labels, sent(), { headers: { "content-type": type } }), 415, /JSON/);
  expectRefused(await post(labels, Buffer.alloc(20_000_000, 32)), 413, /larger than 256 KB/);
  expectRefused(await post(labels, ""), 400, /nothing was signed/);
  expectRefused(await post(labels, bodyOf(JSON.stringify(print(), null, 1))), 400, /nothing was signed/);
  for (const [minutes, words] of [
    [-10, /10 minutes behind/],
    [3, /3 minutes ahead/],
  ] as const)
    expectRefused(await sign(print({}, Date.now() + minutes * 60_000)), 409, words);
  expect(log()).not.toContain("signed a print request");
});
