import { createHash, verify, X509Certificate } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { isErrorView } from "#app/core/http/errorView.ts";
import { defaultMedia } from "#app/domains/labels/label.ts";
import type { Label } from "#app/domains/labels/labelSchemas.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import type { SentTurn } from "#app/domains/labels/stations/station.ts";
import { wordsOf } from "#tests/support/html.ts";
import { ownStation } from "#tests/support/labelBatch.ts";
import { turnForm } from "#tests/support/labelStation.ts";
import { newPrintCertificate, printFiles } from "#tests/support/printCertificate.ts";
import { type Stack, type Staff, startStack } from "#tests/support/stack.ts";
import { frozenApi } from "#tests/support/upstream/frozen.ts";
import { labelBarcode } from "#tests/support/upstream/labelProducts.ts";
import { formIn, Visitor } from "#tests/support/visitor.ts";

const pair = newPrintCertificate();
const files = printFiles(pair);
let stack: Stack;
let labels: Visitor;
beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: "info", ...files.environment }, frozenApi);
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

const page = "/store/CLK/printlabel";
const barcode = labelBarcode(2, 2);
/** The label of that barcode. */
const label: Label = {
  ...{ design: "Common", name: "Harbour Boot 2", colour: "Black", sizeRange: "7 (AU Womens)" },
  ...{ barcode, price: "59.95", copies: 1 },
};
const call = (name: string, params?: unknown, timestamp = Date.now()) => ({
  call: name,
  ...(params === undefined ? {} : { params }),
  timestamp,
});
const listen = (...printerNames: string[]) => call("printers.startListening", { printerNames });

type Reply = { status: number; headers: Record<string, unknown>; text: string };

/** The label page's signing request. */
async function sign(sent: unknown, visitor = labels): Promise<Reply> {
  const request = typeof sent === "string" ? sent : JSON.stringify(sent);
  const reply = await visitor.post("/print/sign", { request });
  expect(reply.text, "the key stays where it is").not.toContain("PRIVATE");
  return reply;
}

type At = { visitor?: Visitor; printer?: string; language?: "ZPL" | "EPL"; lease?: string; press?: string };
let names = 0;

/** Asks the workstation's own station for a label, once under the name of the press, and takes it in a turn. */
async function turn({ visitor = labels, printer = "Bench 1", language = "ZPL", ...named }: At = {}) {
  const { lease = `leasenr${++names}`, press = `press${names}` } = named;
  const asked = { "print.barcode": press, page: "page0001", barcode };
  await visitor.post(`${page}/batch`, asked, { accept: "application/json" });
  const reply = await visitor.post(
    `${await ownStation(visitor, page)}/turn`,
    turnForm({
      ...{ page: "page0001", browser: "browser1", isAlone: true, lease, forceRaw: true },
      printer: { printer, language, media: defaultMedia },
    }),
  );
  const isAnswer = reply.status === 200;
  type Answer = {
    job?: object;
    commands?: string;
    signed?: { timestamp: number; signature: string };
    refused?: string;
  };
  const answer: Answer = isAnswer ? JSON.parse(reply.text) : {};
  return { ...answer, status: reply.status, lease, press, hasJob: answer.job !== undefined };
}

/** The print client's request for that label, as the print service gets it. */
function printed(
  { lease, signed }: { lease: string; signed?: { timestamp: number } },
  language: "ZPL" | "EPL" = "ZPL",
) {
  const bytes = Buffer.from(renderLabel(label, { language, media: defaultMedia }).bytes);
  const options = {
    ...{ bounds: null, colorType: "color", copies: 1, density: 0, duplex: false, fallbackDensity: null },
    ...{ interpolation: "bicubic", jobName: `Harbour Boot 2, Black, 7 ${lease}`, legacy: false, margins: 0 },
    ...{ orientation: null, paperThickness: null, printerTray: null, rasterize: false, rotation: 0 },
    ...{ scaleContent: true, size: null, units: "in", forceRaw: true, encoding: null, spool: null },
  };
  const data = [{ type: "raw", format: "command", flavor: "base64", data: bytes.toString("base64") }];
  const params = { printer: { name: "Bench 1" }, options, data };
  return { text: JSON.stringify({ call: "print", params, timestamp: signed?.timestamp }), bytes };
}

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
    for (const requested of [call("printers.getDefault", null), call("printers.detail"), listen("Bench 1")]) {
      const request = JSON.stringify(requested);
      const reply = await sign(request);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.headers["content-type"]).toMatch(/^text\/plain/);
      expect(reply.headers["cache-control"]).toContain("no-store");
      expect(isGenuine(request, reply.text), request).toBe(true);
      const other = request.replace("Bench 1", "Bench 2").replace("printers.", "file.");
      expect(isGenuine(other, reply.text)).toBe(false);
    }
  });

  test("a label comes signed with the turn that hands it over; asked for again, with the same signature", async () => {
    const answer = await turn();
    const { text, bytes } = printed(answer);
    expect(answer.commands, "the portal writes them for the page's printer").toBe(bytes.toString("base64"));
    expect(isGenuine(text, answer.signed?.signature ?? "")).toBe(true);
    expect(isGenuine(text.replace("Bench 1", "Bench 2"), answer.signed?.signature ?? "")).toBe(false);
    const { lease, press } = answer;
    expect((await turn({ lease, press })).signed, "its answer was lost").toEqual(answer.signed);
    expect((await turn({ press })).signed, "another hand-over has nothing left").toBeUndefined();
  });

  test("a label is signed by its hand-over alone: no request for one is [labels#signed]", async () => {
    const { signed, lease } = await turn();
    expectRefused(
      await sign(printed({ lease, ...(signed ? { signed } : {}) }).text),
      403,
      /its own labels only/,
    );
  });

  test("a label is handed over for printers that were chosen on this workstation, whoever works there [labels#allowed]", async () => {
    const elsewhere = await turn({ printer: "Bench 2" });
    expect(elsewhere).toMatchObject({
      hasJob: false,
      refused: expect.stringMatching(/chosen on this workstation/),
    });
    expect(elsewhere.signed).toBeUndefined();
    await expect.poll(log).toContain("refused to sign a print request");
    const visitor = await stack.signedIn("labels");
    expect((await turn({ visitor })).refused).toMatch(/chosen on this workstation/);
    for (const printer of ["Bench 2", "Bänk №3"]) {
      expect((await choose(visitor, printer)).status).toBe(204);
      expect((await turn({ visitor, printer })).signed).toBeDefined();
    }
    const list = await sign(call("printers.detail"), await stack.signedIn("labels"));
    expect(list.status, "lists need no choice").toBe(200);
  });

  test("a label is signed in the language that its printer was chosen with", async () => {
    const visitor = await stack.signedIn("labels");
    await choose(visitor, "Bench 1", "EPL");
    expect((await turn({ visitor })).refused).toMatch(/another language/);
    const answer = await turn({ visitor, language: "EPL" });
    expect(isGenuine(printed(answer, "EPL").text, answer.signed?.signature ?? "")).toBe(true);
  });

  test("a queue is listened to at printers that were chosen on this workstation", async () => {
    expectRefused(await sign(listen("Office")), 403, /chosen on this workstation/);
    expectRefused(await sign(listen("Bench 1", "Office")), 403, /listen to one/);
    expect((await sign(listen("Bench 1"))).status).toBe(200);
  });

  test("a workstation's list is its browser's, made by the portal, and stays small", async () => {
    const visitor = await stack.signedIn("labels");
    for (let n = 1; n <= 30; n += 1) await choose(visitor, `${n} ${"ß".repeat(190)}`);
    const stored = visitor.cookies().find(({ name }) => name === "labelSettings");
    expect(stored?.value.length).toBeLessThan(2_000);
    expect((await sign(listen(`30 ${"ß".repeat(190)}`), visitor)).status).toBe(200);
    const forged = `labelSettings=${btoa(JSON.stringify({ media: defaultMedia, printers: { "Bench 9": { language: "ZPL" } } }))}`;
    const cookie = visitor
      .cookies()
      .filter(({ name }) => name !== "labelSettings")
      .map(({ name, value }) => `${name}=${value}`)
      .concat(forged)
      .join("; ");
    const reply = await visitor.post(
      "/print/sign",
      { request: JSON.stringify(listen("Bench 9")) },
      { cookie },
    );
    expectRefused(reply, 403, /chosen on this workstation/);
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
    const answer = await turn();
    const { bytes } = printed(answer);
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
      job: `Harbour Boot 2, Black, 7 ${answer.lease}`,
      bytes: bytes.length,
    });
    for (const { value } of labels.cookies()) expect(log()).not.toContain(value);
    for (const secret of [
      answer.signed?.signature ?? "",
      bytes.toString("base64"),
      "AU Womens",
      "labels@utopia.example",
      "PRIVATE",
      "eyJ",
    ])
      expect(log()).not.toContain(secret);
  });
});

test("requests are signed for PrintLabel and Admin, and nobody else [labels#who-signs]", async () => {
  const people = { admin: 200, labels: 200, clerk: 403, store: 403, norole: 403, nameless: 403 };
  for (const [who, status] of Object.entries(people) as [Staff, number][]) {
    const visitor = await workstationOf(who);
    const reply = await sign(call("printers.detail"), visitor);
    if (status === 200) expect(reply.status, who).toBe(200);
    else expectRefused(reply, 403, /PrintLabel, Admin/);
    const answer = await turn({ visitor });
    expect([answer.status, answer.signed !== undefined], who).toEqual([status, status === 200]);
    const certificate = await visitor.get("/print/certificate");
    expect([certificate.status, certificate.text.includes("CERTIFICATE")], who).toEqual([
      status,
      status === 200,
    ]);
  }
  const anyone = new Visitor(stack.portal.url);
  const reply = await sign(call("printers.detail"), anyone);
  expect([reply.status, reply.text]).toEqual([302, ""]);
  expect(reply.headers.location, "the label page takes it for the end of its session").toMatch(/^\/login/);
  const certificate = await anyone.get("/print/certificate");
  expect([certificate.status, certificate.text]).toEqual([302, ""]);
});

test("nothing is signed for another page, nor for a malformed request", async () => {
  const request = JSON.stringify(call("printers.detail"));
  for (const headers of [
    { origin: "https://evil.test" },
    { origin: "null" },
    { origin: "http://localhost:1" },
  ])
    expect((await labels.post("/print/sign", { request }, headers)).status, headers.origin).toBe(403);
  expect((await labels.get("/print/sign")).status).toBeGreaterThanOrEqual(400);
  expectRefused(await sign(""), 400, /nothing was signed/);
  expectRefused(await labels.post("/print/sign", {}), 400, /nothing was signed/);
  expectRefused(await sign(JSON.stringify(call("printers.detail"), null, 1)), 400, /nothing was signed/);
  for (const [minutes, words] of [
    [-10, /10 minutes behind/],
    [3, /3 minutes ahead/],
  ] as const)
    expectRefused(await sign(call("printers.detail", undefined, Date.now() + minutes * 60_000)), 409, words);
  expect(log()).not.toContain("signed a print request");
});

describe("a computer that may print for its station without sign-in", () => {
  const stations = "/store/CLK/printlabel/stations";
  const formAt = async (path: string, words: string, visitor = labels) =>
    formIn(await visitor.get(path), words);

  /** Opens a station; resolves to its URL. */
  async function open(name: string): Promise<string> {
    const { action, fields } = await formAt(stations, "Open the station");
    const { location = "" } = await labels.post(action, { ...fields, name });
    return new URL(location).pathname.replace(/\/work$/, "");
  }

  /** A browser that has restarted: it has the cookies that outlive it, and no session. */
  function restarted(key: string) {
    const visitor = new Visitor(stack.portal.url);
    const ask = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
      const cookie = [key, ...visitor.cookies().map(({ name, value }) => `${name}=${value}`)].join("; ");
      const origin = stack.portal.url;
      const method = form ? "POST" : "GET";
      return visitor.ask(path, {
        method,
        ...(form ? { form } : {}),
        headers: { origin, cookie, ...headers },
      });
    };
    return ask;
  }
  type Ask = ReturnType<typeof restarted>;

  /** Allows a computer at a station; resolves to its key. */
  async function allow(at: string, visitor = labels): Promise<string> {
    const { action, fields } = await formAt(`${at}/work`, "Let this computer print", visitor);
    const reply = await visitor.post(action, fields);
    expect(reply.status).toBe(302);
    const [line = ""] = [reply.headers["set-cookie"] ?? []]
      .flat()
      .filter((one) => one.startsWith("station="));
    expect(line).toMatch(/; HttpOnly; SameSite=Strict$/);
    return line.split(";")[0] ?? "";
  }

  async function scanFor(at: string) {
    const address = `${page}/batch?station=${at.split("/").at(-1)}`;
    expect((await labels.post(address, { "print.barcode": `scan for ${at}`, barcode })).status).toBe(302);
  }

  async function take(ask: Ask, at: string, lease: string, more: Partial<SentTurn> = {}) {
    const printing = { page: "page0001", browser: "browser1", isAlone: true, forceRaw: true };
    const printer = { printer: "Bench 1", language: "ZPL" as const, media: defaultMedia };
    return ask(`${at}/turn`, turnForm({ ...printing, printer, lease, ...more }));
  }

  test("goes on after a restart: its work page, its labels, signed, and nothing else [labels#station-key]", async () => {
    const [at, other] = [await open("Dock"), await open("Rack")];
    await scanFor(at);
    const ask = restarted(await allow(at));
    const { status, text } = await ask(`${at}/work`);
    expect([status, text.includes("It is this computer.")]).toEqual([200, true]);
    expect(text, "no way that needs a person").not.toContain("Its page for everybody");
    expect((await ask("/print/certificate")).text).toContain("CERTIFICATE");
    expect((await ask("/print/printer", { printer: "Bench 1", language: "ZPL" })).status).toBe(204);
    const request = JSON.stringify(listen("Bench 1"));
    expect(isGenuine(request, (await ask("/print/sign", { request })).text)).toBe(true);
    expect((await ask(`${at}/turn`)).status).toBe(200);
    const asked = await ask(`${page}/batch?station=${at.split("/").at(-1)}`, { "print.test": "press1" });
    expect(asked.headers.location, "it asks for nothing").toMatch(/^\/login/);
    const taken = JSON.parse((await take(ask, at, "leasekey1")).text);
    expect(taken.job.title).toContain("Harbour Boot 2");
    expect(taken.jobs).toHaveLength(1);
    expect(taken.signed.signature).toMatch(/^[\w+/]{300,}/);
    await expect
      .poll(log)
      .toMatch(new RegExp(`"subject":"station CLK/${at.split("/").at(-1)}"[^\n]*"call":"print"`));

    const elsewhere = ["/", "/orders", "/audit", "/store/CLK/printlabel?barcode=1", stations, at];
    const anyone = new Visitor(stack.portal.url);
    for (const path of [...elsewhere, `${other}/work`, `${other}/turn`, "/store/CLK/printlabel/setup"]) {
      const [theirs, signedOut] = [await ask(path), await anyone.get(path)];
      expect([path, theirs.status, theirs.location]).toEqual([path, signedOut.status, signedOut.location]);
      expect(theirs.text, path).not.toContain("Harbour Boot");
    }
    expect((await ask(at)).headers.location).toMatch(/^\/login/);
    const allowing = (await ask(`${at}/work`, {})).headers.location;
    expect([allowing, (await take(ask, other, "leasekey2")).headers.location]).toEqual(
      Array(2).fill(expect.stringMatching(/^\/login/)),
    );
    expect((await take(ask, at, "leasekey3")).status).toBe(200);
    expect((await ask(`${at}/turn`, {}, { origin: "https://evil.test" })).status).toBe(403);
    expect((await ask("/print/sign", { request }, { origin: "https://evil.test" })).status).toBe(403);
  });

  test("is named on the station's page with who allowed it, is taken back there, and by allowing another; a guess opens nothing", async () => {
    const at = await open("Counter");
    const first = await allow(at);
    const opens = async (key: string) => (await restarted(key)(`${at}/work`)).status;
    expect(await opens(first)).toBe(200);
    const second = await allow(at, await stack.signedIn("labels"));
    expect([await opens(first), await opens(second), await opens("station=eyJhbGlhcyI6IkNMSyJ9")]).toEqual([
      302, 200, 302,
    ]);
    expect(wordsOf((await labels.get(at)).text)).toMatch(
      /A computer prints here without sign-in\. Lee Labels allowed it/,
    );
    const { action, fields } = await formAt(at, "Take back");
    await labels.post(action, { ...fields, intent: "withdraw" });
    expect(await opens(second)).toBe(302);
    expect((await take(restarted(second), at, "leasekey4")).status).toBe(302);
    expect(wordsOf((await labels.get(at)).text)).not.toContain("without sign-in");
    const trail = wordsOf((await (await stack.signedIn("admin")).get("/audit")).text);
    for (const did of ["Allowed a computer to print without sign-in", "Took back printing without sign-in"])
      expect(trail).toContain(did);
  });

  test("ends with its station", async () => {
    const at = await open("Gate");
    const key = await allow(at);
    const { action, fields } = await formAt(at, "End this station");
    await labels.post(action, { ...fields, intent: "end" });
    expect((await restarted(key)(`${at}/work`)).status).toBe(302);
  });
});
