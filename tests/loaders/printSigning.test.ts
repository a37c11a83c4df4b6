import { createHash, verify, X509Certificate } from "node:crypto";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { defaultMedia, type Label } from "#app/domains/labels/label.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { isErrorView } from "#app/http/errorView.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { newPrintCertificate, printFiles } from "#tests/support/printCertificate.ts";
import { printOptions } from "#tests/support/printOptions.ts";
import type { UpstreamStaffKey } from "#tests/support/upstream/staff.ts";
import { Visitor } from "#tests/support/visitor.ts";

const pair = newPrintCertificate();
const files = printFiles(pair);
let own: Own;
let labels: Visitor;
beforeAll(async () => {
  own = await startOwn({ LOG_LEVEL: "info", ...files.environment });
  labels = await workstationOf("labels");
});
afterAll(async () => {
  await own.stop();
  files.remove();
});

const choose = (visitor: Visitor, printer: string, language = "ZPL") =>
  visitor.post("/print/printer", { printer, language });

/** Somebody at a workstation on which a printer has been chosen. */
async function workstationOf(who: UpstreamStaffKey) {
  const visitor = await own.signedIn(who);
  await choose(visitor, "Bench 1");
  return visitor;
}

let logged = 0;
beforeEach(() => {
  logged = own.portal.output().length;
});
/** What the portal has logged in this test. */
const log = () => own.portal.output().slice(logged);

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

type Sent = { headers?: Record<string, string | undefined>; portal?: Own["portal"] };

/** Posts a body as the label page does; a header that is given as undefined is left out. */
async function post(
  visitor: Visitor,
  body: string | Buffer,
  { headers = {}, portal = own.portal }: Sent = {},
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

/** What the label page sends to have a request signed. */
const body = (sent: unknown, of: unknown = content) => bodyOf(JSON.stringify(sent), of);
const bodyOf = (request: string, of: unknown = content) => JSON.stringify({ request, content: of });
const sign = (sent: unknown, visitor = labels, of: unknown = content) => post(visitor, body(sent, of));

/** A refusal as the label page reads it: JSON with words for the person, and no signature. */
function expectRefused({ status, text, headers }: Reply, code: number, words: RegExp) {
  expect(status, text).toBe(code);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  const view: unknown = JSON.parse(text);
  expect(isErrorView(view) && view.message).toMatch(words);
  expect(isErrorView(view) && view.advice).not.toBe("");
}

/** As the print service checks it. */
const isGenuine = (body: string, signature: string) =>
  verify(
    "sha512",
    Buffer.from(createHash("sha256").update(body).digest("hex")),
    pair.certificate,
    Buffer.from(signature, "base64"),
  );

describe("what the label page asks for", () => {
  test.each<[string, () => object]>([
    ["a list of printers", () => call("printers.find", {})],
    ["the printers' details", () => call("printers.detail")],
    ["the default printer", () => ({ call: "printers.getDefault", params: null, timestamp: Date.now() })],
    ["listening to a printer's queue", () => call("printers.startListening", { printerNames: ["Bench 1"] })],
    ["raw commands to a printer by its name", () => print()],
    ["a request a minute old", () => print({}, Date.now() - 60_000)],
  ])("%s: signed for exactly these bytes", async (_, make) => {
    const request = JSON.stringify(make());
    const reply = await post(labels, bodyOf(request));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers["content-type"]).toMatch(/^text\/plain/);
    expect(reply.headers["cache-control"]).toContain("no-store");
    expect(isGenuine(request, reply.text)).toBe(true);
    expect(isGenuine(request.replace("Bench 1", "Bench 2").replace("printers.", "file."), reply.text)).toBe(
      false,
    );
  });

  test("a label is signed once, for whoever asks", async () => {
    const request = print();
    expect((await sign(request)).status).toBe(200);
    expectRefused(await sign(request), 409, /signed before/);
    expectRefused(await sign(request, await workstationOf("admin")), 409, /signed before/);
    expect((await sign(print({}, request.timestamp + 1))).status, "the same label again").toBe(200);
  });

  test("a label is signed for printers that were chosen on this workstation, whoever works there", async () => {
    const elsewhere = print({ printer: { name: "Bench 2" } });
    expectRefused(await sign(elsewhere), 403, /chosen on this workstation/);
    await expect.poll(log).toContain("refused to sign a print request");
    const visitor = await own.signedIn("labels");
    expectRefused(await sign(print(), visitor), 403, /chosen on this workstation/);
    expect((await choose(visitor, "Bench 2")).status).toBe(204);
    expect((await choose(visitor, "Bänk №3")).status).toBe(204);
    expect((await sign(elsewhere, visitor)).status).toBe(200);
    expect((await sign(print({ printer: { name: "Bänk №3" } }), visitor)).status).toBe(200);
    const list = await sign(call("printers.find", {}), await own.signedIn("labels"));
    expect(list.status, "lists need no choice").toBe(200);
  });

  test("a label is signed in the language that its printer was chosen with", async () => {
    const visitor = await own.signedIn("labels");
    await choose(visitor, "Bench 1", "EPL");
    expectRefused(await sign(print(), visitor), 403, /another language/);
    await visitor.post("/print/printer", { printer: "Bench 1" });
    expectRefused(await sign(print(), visitor), 403, /another language/);
    await choose(visitor, "Bench 1", "ZPL");
    expect((await sign(print(), visitor)).status).toBe(200);
  });

  test("a command of ZPL within a label of EPL is not signed", async () => {
    const visitor = await own.signedIn("labels");
    await choose(visitor, "Bench 1", "EPL");
    const bytes = '\nN\nI8,A,001\nq456\nQ256,24\nA10,10,0,1,1,1,N,"^XA^JUF^XZ"\nP1\n';
    const injected = print({ data: [{ ...data, data: btoa(bytes) }] });
    expectRefused(await sign(injected, visitor, { ...content, language: "EPL" }), 403, /its own labels only/);
  });

  test("a queue is listened to at printers that were chosen on this workstation", async () => {
    const listen = (...printerNames: string[]) => call("printers.startListening", { printerNames });
    expectRefused(await sign(listen("Office")), 403, /chosen on this workstation/);
    expectRefused(await sign(listen("Bench 1", "Office")), 403, /listen to one/);
    expect((await sign(listen("Bench 1"))).status).toBe(200);
  });

  test("a workstation's list is its browser's, made by the portal, and stays small", async () => {
    const visitor = await own.signedIn("labels");
    for (let n = 1; n <= 30; n += 1) await choose(visitor, `${n} ${"ß".repeat(190)}`);
    const kept = visitor.cookies().find(({ name }) => name === "labelPrinters");
    expect(kept?.value.length).toBeLessThan(3_900);
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

  test("the certificate goes with the signatures, and nothing else comes with it", async () => {
    const reply = await labels.get("/print/certificate");
    expect(reply.status).toBe(200);
    expect(new X509Certificate(reply.text).fingerprint256).toBe(
      new X509Certificate(pair.certificate).fingerprint256,
    );
    expect(reply.text).not.toContain("PRIVATE");
    expect(reply.headers["cache-control"]).toContain("no-store");
  });

  test("the log says who prints what where, and holds neither the label nor a secret", async () => {
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
    for (const secret of [signature, data.data, "Confidential", "lena@example.test", "PRIVATE", "eyJ"])
      expect(log()).not.toContain(secret);
  });
});

describe("who may", () => {
  test.each<[UpstreamStaffKey, number]>([
    ["admin", 200],
    ["labels", 200],
    ["clerk", 403],
    ["store", 403],
    ["norole", 403],
    ["nameless", 403],
  ])("%s: %i", async (who, status) => {
    const visitor = await workstationOf(who);
    const reply = await sign(print(), visitor);
    if (status === 200) expect(reply.status).toBe(200);
    else expectRefused(reply, 403, /PrintLabel, Admin/);
    const certificate = await visitor.get("/print/certificate");
    expect(certificate.status).toBe(status);
    expect(certificate.text.includes("CERTIFICATE")).toBe(status === 200);
  });

  test("nobody who is not signed in: led to the sign-in page, which the label page takes for the end of its session", async () => {
    const anyone = new Visitor(own.portal.url);
    const reply = await sign(print(), anyone);
    expect(reply.status).toBe(302);
    expect(reply.headers.location).toMatch(/^\/login/);
    expect(reply.text).toBe("");
    const certificate = await anyone.get("/print/certificate");
    expect(certificate.status).toBe(302);
    expect(certificate.text).toBe("");
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["another origin", { origin: "https://evil.test" }],
    ["an origin that hides", { origin: "null" }],
    ["no origin", { origin: undefined }],
    ["no origin but another page", { origin: undefined, referer: "https://evil.test/" }],
    ["the same host under another port", { origin: "http://localhost:1" }],
  ])("nobody from %s", async (_, headers) => {
    const reply = await post(labels, body(print()), { headers });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(log()).not.toContain("signed a print request");
  });

  test("the certificate is not read by other pages, and signing is no page to open", async () => {
    const { headers } = await labels.get("/print/certificate", { origin: "https://evil.test" });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect((await labels.get("/print/sign")).status).toBeGreaterThanOrEqual(400);
  });
});

describe("what is no request", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    undefined,
  ])("content of type %s", async (type) => {
    const reply = await post(labels, body(print()), { headers: { "content-type": type } });
    expectRefused(reply, 415, /JSON/);
  });

  test("more than a page takes", async () => {
    expectRefused(await post(labels, Buffer.alloc(20_000_000, 32)), 413, /larger than 256 KB/);
    expect((await sign(print())).status).toBe(200);
  });

  const text = () => JSON.stringify(print());
  test.each<[string, () => string]>([
    ["nothing", () => ""],
    ["half of one", () => text().slice(0, -1)],
    ["one with spaces between", () => JSON.stringify(print(), null, 1)],
    ["one that names its call twice", () => text().replace("{", '{"call":"file.read",')],
    ["one that names its printer twice", () => text().replace('"name"', '"name":"Bench 2","name"')],
    ["one with escapes for letters", () => text().replace('"print"', '"\\u0070rint"')],
  ])("%s", async (_, make) => {
    expectRefused(await post(labels, bodyOf(make())), 400, /nothing was signed/);
    expectRefused(await post(labels, make()), 400, /nothing was signed/);
  });

  test.each([
    ["ten minutes behind", -10, /10 minutes behind/],
    ["three minutes ahead", 3, /3 minutes ahead/],
  ] as const)("one of a workstation whose clock is %s", async (_, minutes, words) => {
    expectRefused(await sign(print({}, Date.now() + minutes * 60_000)), 409, words);
  });
});

describe("what the print service could do besides", () => {
  test.each<[string, () => unknown]>([
    ["read a file", () => call("file.read", { path: "/etc/passwd" })],
    ["write a file", () => call("file.write", { path: "/tmp/x", data: "x" })],
    ["open a socket", () => call("socket.open", { host: "10.0.0.1", port: 22 })],
    ["open a serial port", () => call("serial.openPort", { port: "COM1" })],
    ["claim a USB device", () => call("usb.claimDevice", { vendorId: 1, productId: 2 })],
    ["talk to a HID device", () => call("hid.sendData", { vendorId: 1 })],
    ["tell of its network", () => call("networking.device", {})],
    ["listen to printers", () => call("printers.startListening", { printerNames: [null] })],
    ["clear a queue", () => call("printers.clearQueue", { printerName: "Bench 1" })],
    ["search for printers by a text", () => call("printers.find", { query: "x" })],
    ["print to a file", () => print({ printer: { file: "/tmp/x" } })],
    ["print to an address", () => print({ printer: { host: "10.0.0.1", port: 9100 } })],
    ["print to an address beside a name", () => print({ printer: { name: "Bench 1", host: "10.0.0.1" } })],
    [
      "print the content of a file",
      () => print({ data: [{ ...data, flavor: "file", data: "/etc/passwd" }] }),
    ],
    ["print a PDF", () => print({ data: [{ ...data, type: "pixel", format: "pdf" }] })],
    ["print a picture", () => print({ data: [{ ...data, type: "pixel", format: "image" }] })],
    ["print a page", () => print({ data: [{ ...data, type: "pixel", format: "html" }] })],
    ["print two things", () => print({ data: [data, data] })],
    [
      "replace a printer's software",
      () => print({ data: [{ ...data, data: btoa('\u001b%-12345X@PJL FSDOWNLOAD NAME="0:/x"') }] }),
    ],
    ["reset a printer", () => print({ data: [{ ...data, data: btoa("~JR") }] })],
    [
      "reset it after a label",
      () =>
        print({
          data: [{ ...data, data: Buffer.concat([commands, Buffer.from("~JR")]).toString("base64") }],
        }),
    ],
    ["make copies", () => print({ options: { ...options, copies: 3 } })],
    ["take a field beside the request", () => ({ ...print(), extra: 1 })],
    ["take a field beside the parameters", () => print({ extra: 1 })],
    ["take a field beside the data", () => print({ data: [{ ...data, options: { language: "ZPL" } }] })],
    ["take a field named constructor", () => ({ ...print(), constructor: {} })],
  ])("%s: not signed", async (_, make) => {
    expectRefused(await sign(make()), 403, /print its own labels only/);
    await expect.poll(log).toContain("refused to sign a print request");
    expect(log()).not.toContain("etc/passwd");
  });

  test("inherit what a request lacks: not signed", async () => {
    const inherited = `{"__proto__":${JSON.stringify(print())}}`;
    const reply = await post(labels, bodyOf(inherited));
    expect([400, 403]).toContain(reply.status);
    expect(isErrorView(JSON.parse(reply.text))).toBe(true);
    const whole = JSON.stringify(print()).replace('"copies":1', '"__proto__":{"copies":3}');
    expect([400, 403]).toContain((await post(labels, bodyOf(whole))).status);
  });
});

describe("a portal without a right certificate", () => {
  test.each<[string, () => { environment: Record<string, string>; remove: () => void }]>([
    ["none is set", () => ({ environment: {}, remove: () => undefined })],
    [
      "the key is another's",
      () => printFiles({ certificate: pair.certificate, privateKey: newPrintCertificate().privateKey }),
    ],
  ])("%s: no certificate, no signature, and words for the person", async (_, make) => {
    const made = make();
    const other = await startOwn({ LOG_LEVEL: "info", ...made.environment });
    try {
      const visitor = await other.signedIn("labels");
      const certificate = await visitor.get("/print/certificate");
      expect([certificate.status, certificate.text]).toEqual([204, ""]);
      const reply = await post(visitor, body(print()), { portal: other.portal });
      expectRefused(reply, 503, /no certificate/);
      expect(reply.text).not.toContain("/");
      expect(other.portal.output()).not.toContain("PRIVATE");
    } finally {
      await other.stop();
      made.remove();
    }
  });
});
