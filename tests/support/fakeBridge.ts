import { createHash, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { freePort } from "./processes.ts";

/** Real printers may be listed without a driver. */
export type FakePrinter = { name: string; driver?: string; default?: boolean };

/** A print job that reached the spooler. */
export type Spooled = { printer: string; job: string; forceRaw: boolean; data: Buffer; at: number };

/**
 * A failure of the next print request. `spooled` says whether the label reached the printer, which the client cannot
 * know.
 */
export type Mishap =
  | { kind: "fail"; error: string }
  | { kind: "hang"; spooled: boolean }
  | { kind: "drop"; spooled: boolean }
  | { kind: "late"; afterMs: number }
  | { kind: "held"; until: Promise<void> };

/**
 * How the person at the workstation answers the dialogs for an untrusted site: before connecting, and for every signed
 * call. A dialog left open is answered once somebody is back.
 */
export type Person = "allows" | "blocks" | "is away";

/** A queue's status in the service's words: "OK", "PAUSED", "PAPER_OUT", "OFFLINE" … */
type QueueWord = string;

/** The first port that the client tries on a page without TLS. */
export const bridgePort = 8182;

const maxAgeMs = 15 * 60_000;

/** One for each kind of driver name, and one that prints no labels. */
const fakePrinters: FakePrinter[] = [
  { name: "Fake bench 1", driver: "ZDesigner ZD421-203dpi ZPL", default: true },
  { name: "Fake bench 2", driver: "ZDesigner GK420d (EPL)" },
  { name: "Fake Zebra without a driver" },
  { name: "Fake office", driver: "Microsoft Print To PDF" },
];

const request = z.object({
  call: z.string().optional(),
  params: z.unknown().optional(),
  certificate: z.string().nullish(),
  signature: z.string().optional(),
  signAlgorithm: z.string().optional(),
  timestamp: z.number(),
  uid: z.string(),
});
type BridgeRequest = z.output<typeof request>;

const printParams = z.object({
  printer: z.object({ name: z.string() }),
  options: z.object({ jobName: z.string(), forceRaw: z.boolean() }),
  data: z.tuple([
    z.object({
      type: z.literal("raw"),
      format: z.literal("command"),
      flavor: z.literal("base64"),
      data: z.string(),
    }),
  ]),
});

const listenParams = z.object({ printerNames: z.array(z.string()) });

const unsigned = ["getVersion", "printers.getStatus", "printers.stopListening"];

export type FakeBridgeOptions = {
  /** Defaults to a free one. */
  port?: number;
  printers?: FakePrinter[];
  /** The certificate (PEM) that is trusted without a dialog. */
  trusted?: string;
  version?: string;
};

/**
 * Simulates the workstation's print service: its protocol over a real WebSocket, with every signature checked against
 * the shown certificate, and the request's age, and failures on demand.
 */
export async function startFakeBridge({
  port,
  printers = fakePrinters,
  trusted,
  version = "2.2.6",
}: FakeBridgeOptions = {}) {
  const spooled: Spooled[] = [];
  const refused: string[] = [];
  const calls: string[] = [];
  const mishaps: Mishap[] = [];
  let listing: unknown = printers.map((printer) => ({ connection: "usb", density: [], ...printer }));
  let person: Person = "allows";
  let connections = 0;
  let requests = 0;
  const questions: string[] = [];
  let whenBack: (() => void)[] = [];
  let thinksMs = 0;
  let detailMs = 0;
  let broken = { many: 0, atWord: 1 };
  const queues = new Map<string, QueueWord>();
  let held: { id: number; printer: string; name: string }[] = [];
  let jobIds = 0;
  let jobNames: "ours" | "none" | undefined;
  const listeners = new Map<WebSocket, Set<string>>();
  const wordOf = (printer: string) => queues.get(printer) ?? "OK";
  let http: Server | undefined;
  // One that nothing else gets while the service is stopped.
  const at = port ?? (await freePort());

  function report(socket: WebSocket, printerName: string, event: object) {
    if (!listeners.get(socket)?.has(printerName) || socket.readyState !== socket.OPEN) return;
    socket.send(
      JSON.stringify({ type: "PRINTER", event: JSON.stringify({ printerName, ...event, type: "ACTION" }) }),
    );
  }
  function reportJob({ id, printer, name }: (typeof held)[number], statusText: string) {
    if (jobNames === undefined) return;
    const jobName = jobNames === "ours" ? name : "Untitled";
    for (const socket of server.clients)
      report(socket, printer, { eventType: "JOB", statusText, jobId: id, jobName });
  }
  const reportQueue = (socket: WebSocket, printer: string) =>
    report(socket, printer, { eventType: "PRINTER", statusText: wordOf(printer) });
  /** Prints the queued jobs of a printer that is printing. */
  function work(printer: string) {
    if (wordOf(printer) !== "OK") return;
    const done = held.filter((job) => job.printer === printer);
    held = held.filter((job) => job.printer !== printer);
    for (const job of done) reportJob(job, "COMPLETE");
  }

  function onConnection(socket: WebSocket) {
    connections += 1;
    socket.on("close", () => listeners.delete(socket));
    let certificate: string | null | undefined;
    let words = 0;
    const answer = (uid: string, body: { result?: unknown } | { error: string }) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ uid, ...body }));
    };

    socket.on("message", (raw: RawData) => {
      const text = String(raw);
      if (text === "ping") return;
      const read = request.parse(JSON.parse(text));
      words += 1;
      if (broken.many > 0 && words === broken.atWord) {
        broken.many -= 1;
        socket.terminate();
        return;
      }
      if (read.call === undefined) {
        certificate = read.certificate ?? null;
        greet(read.uid, certificate);
        return;
      }
      calls.push(read.call);
      void take(read, read.call);
    });

    /** While a dialog is open other calls are answered. */
    async function isAllowed(about: string): Promise<boolean> {
      questions.push(about);
      if (thinksMs > 0) await sleep(thinksMs);
      while (person === "is away") await new Promise<void>((resolve) => whenBack.push(resolve));
      return person === "allows";
    }

    async function take(read: BridgeRequest, call: string) {
      const isAskedAbout = certificate !== trusted && !unsigned.includes(call);
      const problem = unsigned.includes(call) ? undefined : distrust(read, certificate);
      if (problem !== undefined) refused.push(problem);
      if (problem !== undefined || (isAskedAbout && !(await isAllowed(call))))
        return answer(read.uid, { error: "Request blocked" });
      if (call === "printers.detail" && detailMs > 0) await sleep(detailMs);
      answerCall(read);
    }

    function greet(uid: string, shown: string | null) {
      if (shown !== null && shown === trusted) return answer(uid, {});
      requests += 1;
      if (person === "allows") answer(uid, {});
      if (person === "blocks") answer(uid, { error: "Connection blocked by client" });
    }

    function answerCall({ call, params, uid }: BridgeRequest) {
      if (call === "getVersion") return answer(uid, { result: version });
      if (call === "printers.detail") return answer(uid, { result: listing });
      if (call === "printers.getDefault")
        return answer(uid, { result: printers.find((printer) => printer.default)?.name });
      if (call === "printers.startListening") {
        const names = listeners.get(socket) ?? new Set();
        listeners.set(socket, names);
        for (const name of listenParams.parse(params).printerNames) names.add(name);
        return answer(uid, {});
      }
      if (call === "printers.getStatus") {
        const names = listeners.get(socket);
        if (!names) return answer(uid, { error: "No printer listeners started for this client." });
        for (const name of names) reportQueue(socket, name);
        return answer(uid, {});
      }
      if (call === "print") return void print(uid, params);
      return answer(uid, { error: `Invalid call "${call}"` });
    }

    async function print(uid: string, params: unknown) {
      const { printer, options, data } = printParams.parse(params);
      const spool = () => {
        spooled.push({
          printer: printer.name,
          job: options.jobName,
          forceRaw: options.forceRaw,
          data: Buffer.from(data[0].data, "base64"),
          at: Date.now(),
        });
        const job = { id: ++jobIds, printer: printer.name, name: options.jobName };
        held.push(job);
        reportJob(job, "SPOOLING");
        work(printer.name);
      };
      const mishap = mishaps.shift();
      if (mishap?.kind === "fail") return answer(uid, { error: mishap.error });
      if (!printers.some(({ name }) => name === printer.name))
        return answer(uid, { error: `Cannot find printer with name "${printer.name}"` });
      if (mishap?.kind === "held") await mishap.until;
      if (mishap === undefined || !("spooled" in mishap) || mishap.spooled) spool();
      if (mishap?.kind === "drop") return socket.terminate();
      if (mishap?.kind === "hang") return;
      if (mishap?.kind === "late") await sleep(mishap.afterMs);
      answer(uid, {});
    }
  }

  const fake = {
    get port() {
      return at;
    },
    spooled,
    refused,
    calls,
    /** `questions` has the dialogs besides that of the connection. */
    get connections() {
      return connections;
    },
    get requests() {
      return requests;
    },
    /** Failures of the next print requests, one each. */
    meet: (...next: Mishap[]) => void mishaps.push(...next),
    set person(does: Person) {
      person = does;
      const waiting = whenBack;
      whenBack = [];
      for (const comeBack of waiting) comeBack();
    },
    set thinksMs(ms: number) {
      thinksMs = ms;
    },
    /** The calls that opened a dialog, in order. */
    questions,
    distrust() {
      trusted = undefined;
    },
    trusts(certificate: string) {
      trusted = certificate;
    },
    set detailMs(ms: number) {
      detailMs = ms;
    },
    /** Sets a queue's status; "OK" prints its jobs. */
    queueSays(printer: string, word: QueueWord) {
      queues.set(printer, word);
      for (const socket of server.clients) reportQueue(socket, printer);
      work(printer);
    },
    /** Whether queues report jobs by their names, as Windows does, or without, as CUPS does. */
    set jobNames(names: "ours" | "none") {
      jobNames = names;
    },
    get jobs() {
      return held.length;
    },
    /** As when another page of the workstation closes: the real service then drops all listeners of that printer. */
    forgetListeners() {
      for (const names of listeners.values()) names.clear();
    },
    set listing(answer: unknown) {
      listing = answer;
    },
    /** Breaks the next connections at a message: 1 asks for the version, 2 shows the certificate, 3 asks again. */
    breakGreetings(many: number, atWord = 1) {
      broken = { many, atWord };
    },
    /** Breaks every connection, and accepts new ones. */
    drop() {
      for (const socket of server.clients) socket.terminate();
    },
    /** Connected clients receive nothing more, not even the end of the connection. */
    freeze() {
      for (const socket of server.clients) socket.pause();
    },
    /** Stops the service; `start` restarts it at the same port. */
    async stop() {
      fake.drop();
      if (!http) return;
      const closed = once(http, "close");
      http.close();
      await closed;
      http = undefined;
    },
    async start() {
      http = createServer().on("upgrade", (upgrade, socket, head) =>
        server.handleUpgrade(upgrade, socket, head, (opened) => server.emit("connection", opened, upgrade)),
      );
      http.listen(at, "localhost");
      await once(http, "listening");
    },
  };

  const server = new WebSocketServer({ noServer: true });
  server.on("connection", onConnection);
  await fake.start();
  return fake;
}

export type FakeBridge = Awaited<ReturnType<typeof startFakeBridge>>;

/** The real service's checks before it accepts a request. */
function distrust(read: BridgeRequest, certificate: string | null | undefined): string | undefined {
  const { call, params, timestamp, signature, signAlgorithm } = read;
  if (certificate === undefined) return `${call} before any certificate`;
  if (Math.abs(Date.now() - timestamp) > maxAgeMs) return `${call} is too old`;
  // An unsigned request is for the person to allow.
  if (certificate === null) return signature ? `${call} is signed without a certificate` : undefined;
  if (signAlgorithm !== "SHA512") return `${call} is signed with ${signAlgorithm}`;
  const digest = createHash("sha256").update(JSON.stringify({ call, params, timestamp })).digest("hex");
  const isGenuine = verify(
    "sha512",
    Buffer.from(digest),
    certificate,
    Buffer.from(signature ?? "", "base64"),
  );
  return isGenuine ? undefined : `${call} has a wrong signature`;
}
