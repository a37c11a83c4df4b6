import { isObject } from "#app/core/values/values.ts";
import { NotSigned, type Portal } from "./portal.ts";
import {
  type BridgePrinter,
  type BridgeProblem,
  messageOf,
  type Sending,
  type SendOutcome,
  TimeoutError,
  within,
} from "./types.ts";

// Answers of the print service, parsed by hand: the schema library used elsewhere would be a seventh of all code that
// the page loads to print.

/** An event of a printer's queue, or of a job in it. */
export type QueueEvent = {
  printerName: string;
  eventType: "PRINTER" | "JOB";
  statusText: string;
  jobId?: number;
  jobName?: string;
};

const isText = (value: unknown): value is string => typeof value === "string";
const inside = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** The listed printers that have a name. Throws where the answer is no list. */
export function readPrinters(answer: unknown): BridgePrinter[] {
  if (!Array.isArray(answer)) throw new Error("The print service's list of printers can't be read.");
  return answer.flatMap((row: unknown) => {
    const [name, driver] = [inside(row, "name"), inside(row, "driver")];
    return isText(name) ? { name, ...(isText(driver) ? { driver } : {}) } : [];
  });
}

/** An event of a printer's queue; undefined for anything else. */
export function readQueueEvent(event: unknown): QueueEvent | undefined {
  if (!isObject(event)) return undefined;
  const { printerName, statusText, jobId, jobName } = event;
  const eventType = (["PRINTER", "JOB"] as const).find((known) => known === event.eventType);
  if (!isText(printerName) || !isText(statusText) || eventType === undefined) return undefined;
  return {
    ...{ printerName, eventType, statusText },
    ...(typeof jobId === "number" ? { jobId } : {}),
    ...(isText(jobName) ? { jobName } : {}),
  };
}

/** The print job in a request of ours, or the printer whose queue is listened to; neither in a list of printers. */
export function readRequest(request: string): { job?: string; listened?: string } {
  const params = inside(JSON.parse(request), "params");
  const job = inside(inside(params, "options"), "jobName");
  const names: unknown = inside(params, "printerNames");
  const [listened]: unknown[] = Array.isArray(names) ? names : [];
  return { ...(isText(job) ? { job } : {}), ...(isText(listened) ? { listened } : {}) };
}

export type Qz = typeof import("qz-tray").default;

/** The connection failed; `problem` says why. */
export class BridgeUnavailable extends Error {
  override name = "BridgeUnavailable";
  readonly problem: BridgeProblem;
  constructor(problem: BridgeProblem) {
    super(`No connection to the print service: ${problem.kind}`);
    this.problem = problem;
  }
}

/**
 * Timeouts of the print service, in ms; those that may wait for a person's answer are long enough to find the dialog.
 */
const defaultTimeouts = {
  ...{ connect: 90_000, printers: 90_000, alive: 5_000, goodbye: 2_000 },
  // A service that trusts the portal answers in 200 ms; nobody finds and answers a dialog within 500.
  ...{ question: 1_500, quick: 500 },
};

/** The oldest version with our protocol. */
const oldest = [2, 2] as const;

/** Whether the service prompts a person for each request, as far as its answers have shown. */
type Trust = "unseen" | "trusted" | "asks";

/** The hand-over of a print job, from the job's name. */
export const leaseOf = (jobName: string): string => jobName.slice(jobName.lastIndexOf(" ") + 1);

/** The job's name in the spooler: plain enough for every spooler, and unique. */
export const jobNameOf = ({ title, lease }: Pick<Sending, "title" | "lease">): string =>
  `${title
    .replace(/[^\w .,-]+/g, " ")
    .trim()
    .slice(0, 80)} ${lease}`.trim();

const unsigned = "The portal did not sign this label. Ask whoever looks after it for its print certificate.";

/** What the print service takes between a signature and its own clock, in ms. */
const maxSignatureAgeMs = 15 * 60_000;

/** Why the print service refused a label that was signed at `timestamp`: it says no more than that it did. */
export function refusalText(reason: string, timestamp = Date.now(), now = Date.now()): string {
  const minutes = Math.round(Math.abs(now - timestamp) / 60_000);
  const limit = maxSignatureAgeMs / 60_000;
  if (now - timestamp > maxSignatureAgeMs)
    return `This label was signed ${minutes} minutes ago by this computer's clock, and the print service takes ${limit}. Continue: it is signed anew. If it is refused again, set the computer's clock.`;
  if (timestamp - now > maxSignatureAgeMs)
    return `This computer's clock is ${minutes} minutes behind the portal's, and the print service takes ${limit}. Set the clock, then continue.`;
  return `The print service says: ${reason}`;
}

type OpenedSocket = { close(): void; readyState: number; onclose: unknown };
const closedState = 3;

/** A call that is signed; `handed` once it can't be recalled. */
type Call = { handed: () => void; signature?: string | undefined; refusal?: NotSigned };

/**
 * Wraps the print service's client, of which a page has one, and closes its gaps: calls have a time limit, a request
 * signed too late is not sent, and an error answer is distinguished from a broken connection.
 */
export function createBridge(
  qz: Qz,
  portal: Portal,
  {
    forceRaw,
    onClosed,
    onAsks,
    onQueue,
    Socket,
    address = {},
    timeout = defaultTimeouts,
  }: {
    /** Print queues of Linux and macOS accept raw commands only this way; Windows doesn't need it. */
    forceRaw: boolean;
    onClosed: () => void;
    /** Called when it is detected that the service prompts a person for each request, or no longer does. */
    onAsks: (asks: boolean) => void;
    onQueue: (event: QueueEvent) => void;
    Socket: new (address: string) => OpenedSocket;
    /** Where to find the print service, if not at its default address. */
    address?: Parameters<Qz["websocket"]["connect"]>[0];
    timeout?: typeof defaultTimeouts;
  },
) {
  // Counts connections: a request made on an earlier connection is never sent over a later one.
  let connection = 0;
  let isSigned = false;
  const calls = new Map<string, Call>();
  let listing: Call | undefined;
  let trust: Trust = "unseen";

  // The client forgets a socket on which it was rejected, and mistakes its closing for that of the next one.
  let socket: OpenedSocket | undefined;
  qz.api.setWebSocketType(
    new Proxy(Socket, {
      construct(target, [address]: [string]) {
        socket = new target(address);
        return socket;
      },
    }),
  );
  // The client calls this after connecting and doesn't handle a rejection: a broken connection would be an unhandled
  // error. So the promise is left pending, and `whileOpen` rejects for the callers.
  const { getVersion } = qz.api;
  qz.api.getVersion = () => getVersion().catch(() => new Promise<string>(() => undefined));
  qz.api.setSha256Type((request) => request);
  qz.security.setSignatureAlgorithm("SHA512");
  qz.security.setSignaturePromise((request) => (resolve, reject) => {
    signed(request).then(resolve, reject);
  });
  qz.printers.setPrinterCallbacks((event) => {
    const read = readQueueEvent(event);
    if (read) onQueue(read);
  });
  const breakOffs = new Set<() => void>();
  qz.websocket.setClosedCallbacks(() => {
    connection += 1;
    for (const breakOff of breakOffs) breakOff();
    onClosed();
  });

  // A promise that the client creates during its handshake never settles if the connection breaks meanwhile.
  async function whileOpen<T>(ms: number, work: Promise<T>): Promise<T> {
    let breakOff: () => void = () => undefined;
    const broken = new Promise<never>((_, reject) => {
      breakOff = () => reject(new BridgeUnavailable({ kind: "absent" }));
    });
    breakOffs.add(breakOff);
    try {
      return await within(ms, Promise.race([work, broken]));
    } finally {
      breakOffs.delete(breakOff);
    }
  }

  async function versionOf(): Promise<string> {
    try {
      return await whileOpen(timeout.alive, qz.api.getVersion());
    } catch (problem) {
      if (problem instanceof BridgeUnavailable) throw problem;
      // Silent after the handshake: treated as absent.
      throw new BridgeUnavailable({ kind: "absent" });
    }
  }

  async function signed(request: string): Promise<string> {
    const at = connection;
    const { job, listened } = readRequest(request);
    const call = job !== undefined ? calls.get(job) : listened === undefined ? listing : undefined;
    const signature = isSigned ? (call?.signature ?? (await signatureOf(request, call))) : "";
    // Nobody waits for it any more, and a rejection would surface as an error in the client.
    if (connection !== at && listened !== undefined) return new Promise(() => undefined);
    if (connection !== at) throw new Error("Too late to send this request");
    call?.handed();
    return signature;
  }

  // The client swallows the reason why a request was not signed.
  async function signatureOf(request: string, call: Call | undefined): Promise<string> {
    try {
      return await portal.sign(request);
    } catch (problem) {
      if (problem instanceof NotSigned && call) call.refusal = problem;
      throw problem;
    }
  }

  function setTrust(next: Trust) {
    if (next === trust) return;
    trust = next;
    onAsks(trust === "asks");
  }

  /**
   * Follows a signed call from its signature to its answer: a call left unanswered while the
   * service answers another is waiting for a person (labels#trust).
   */
  function followed(onHanded?: () => void, onAsked?: () => void) {
    const at = connection;
    let since = Number.NaN;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function checkForPrompt() {
      if (trust === "trusted" || !(await isAlive()) || isOver || at !== connection) return;
      setTrust("asks");
      onAsked?.();
    }
    const call: Call = {
      handed() {
        since = Date.now();
        timer = setTimeout(() => void checkForPrompt(), timeout.question);
        onHanded?.();
      },
    };
    return {
      call,
      over(isDone: boolean) {
        isOver = true;
        clearTimeout(timer);
        if (isDone && Date.now() - since < timeout.quick) setTrust("trusted");
      },
    };
  }

  async function listed<T>(work: () => Promise<T>): Promise<T> {
    const { call, over } = followed();
    listing = call;
    try {
      const list = await within(timeout.printers, work());
      over(true);
      return list;
    } catch (problem) {
      over(false);
      if (problem instanceof TimeoutError) throw new Error("No answer came. Look for a QZ Tray window.");
      throw call.refusal ?? problem;
    }
  }

  async function isAlive(): Promise<boolean> {
    try {
      await versionOf();
      return true;
    } catch {
      // Whatever the error, a new connection is needed.
      return false;
    }
  }

  async function disconnect(): Promise<void> {
    await within(timeout.goodbye, qz.websocket.disconnect()).catch(() => {
      // There was no connection, or it has closed by now: both are fine.
    });
    const left = socket;
    socket = undefined;
    if (!left || left.readyState === closedState) return;
    // A hung service doesn't confirm closing either; the connection is treated as closed.
    const { onclose } = left;
    left.onclose = null;
    left.close();
    if (typeof onclose === "function") onclose.call(left);
  }

  return {
    disconnect,

    /** Opens a new connection. Throws `BridgeUnavailable`, or `TimeoutError` when nobody answers a dialog. */
    async connect(): Promise<{ signed: boolean; version: string; asks: boolean }> {
      await disconnect();
      // It may have restarted with another certificate; a known prompt is assumed until an answer shows otherwise.
      if (trust === "trusted") trust = "unseen";
      const certificate = await portal.certificate();
      if (certificate.kind === "refused") throw new BridgeUnavailable(certificate);
      isSigned = certificate.kind === "certificate";
      const pem = certificate.kind === "certificate" ? certificate.pem : null;
      qz.security.setCertificatePromise((resolve) => resolve(pem));
      try {
        await whileOpen(timeout.connect, qz.websocket.connect({ keepAlive: 30, ...address }));
      } catch (problem) {
        await disconnect();
        if (problem instanceof TimeoutError || problem instanceof BridgeUnavailable) throw problem;
        throw new BridgeUnavailable({ kind: /blocked/i.test(messageOf(problem)) ? "blocked" : "absent" });
      }
      const version = await versionOf();
      if (isOlder(version)) {
        await disconnect();
        throw new BridgeUnavailable({ kind: "outdated", version });
      }
      return { signed: isSigned, version, asks: trust === "asks" };
    },

    isAlive,

    /** All printers of the workstation. Throws the print service's own message, or `TimeoutError`. */
    async printers(): Promise<BridgePrinter[]> {
      const before = trust;
      const printers = readPrinters(await listed(() => qz.printers.details()));
      // Listing many printers can be slow, too: a fast answer to a second call shows that nobody
      // was prompted. Only its timing matters, not its result.
      if (trust === "asks" && before !== "asks")
        void listed(() => qz.printers.getDefault()).catch(() => undefined);
      return printers;
    },

    /** Starts the events of a printer's queue. Throws the print service's own message, or `TimeoutError`. */
    listen: (printer: string): Promise<void> =>
      within(timeout.printers, qz.printers.startListening([printer])),

    /** Requests the current state of all monitored queues; resolves after the last event. */
    tellQueues: (): Promise<void> => within(timeout.alive, qz.printers.getStatus()),

    /**
     * Sends one label to the print service, with the commands and the signature that came with it. Calls `onAsked` once
     * the service is detected to prompt a person about it.
     */
    async print(sending: Sending, onAsked: () => void): Promise<SendOutcome> {
      const { printer, signed, commands: data } = sending;
      if (isSigned && !signed) return { kind: "halted", reason: unsigned };
      const at = connection;
      const jobName = jobNameOf(sending);
      let isHanded = false;
      const { call, over } = followed(() => {
        isHanded = true;
      }, onAsked);
      call.signature = signed?.signature;
      calls.set(jobName, call);
      try {
        if (!qz.websocket.isActive()) return { kind: "gone" };
        const config = qz.configs.create(printer, { forceRaw, jobName });
        const raw = { type: "raw", format: "command", flavor: "base64", data } as const;
        // The time is part of what is signed.
        await qz.print(config, [raw], [], signed ? [signed.timestamp] : []);
        over(true);
        return { kind: "sent" };
      } catch (problem) {
        if (connection !== at) return { kind: isHanded ? "dropped" : "gone" };
        const reason = messageOf(problem);
        if (/blocked/i.test(reason))
          return { kind: "halted", reason: refusalText(reason, signed?.timestamp) };
        return { kind: "failed", reason };
      } finally {
        over(false);
        calls.delete(jobName);
      }
    },
  };
}

export type Bridge = ReturnType<typeof createBridge>;

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}
