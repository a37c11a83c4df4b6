import { type LabelContent, NotSigned, type Portal } from "./portal.ts";
import { type QueueEvent, readNames, readPrinters, readQueueEvent, readRequest } from "./readAnswers.ts";
import {
  type Attempt,
  type BridgePrinter,
  type BridgeProblem,
  messageOf,
  type PrintEntry,
  type SendOutcome,
  TimeoutError,
  within,
} from "./types.ts";

export type Qz = typeof import("qz-tray").default;

/** A connection that could not be made, and what stands in its way. */
export class BridgeUnavailable extends Error {
  override name = "BridgeUnavailable";
  readonly problem: BridgeProblem;
  constructor(problem: BridgeProblem) {
    super(`No connection to the print service: ${problem.kind}`);
    this.problem = problem;
  }
}

/** How long to wait for the print service, in ms; where it may be asking the person, long enough to find the dialog. */
const defaultTimeouts = {
  ...{ connect: 90_000, printers: 90_000, alive: 5_000, goodbye: 2_000 },
  // A service that knows the portal answers in a fifth of a second; nobody finds and answers a dialog in half of one.
  ...{ question: 1_500, quick: 500 },
};

/** The oldest version that speaks our protocol. */
const oldest = [2, 2] as const;

/** Whether the service asks a person about each request, as far as its answers have shown. */
type Trust = "unseen" | "trusted" | "asks";

/** The label that a job is for, by the job's name. */
export const labelIdOf = (jobName: string): string => jobName.slice(jobName.lastIndexOf(" ") + 1);

/** The job's name in the spooler's list, plain enough for every spooler, and unlike any other job's. */
export const jobNameOf = ({ title, id }: Pick<PrintEntry, "title" | "id">): string =>
  `${title
    .replace(/[^\w .,-]+/g, " ")
    .trim()
    .slice(0, 80)} ${id}`.trim();

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** As much of a socket as it takes to close it. */
type OpenedSocket = { close(): void; readyState: number; onclose: unknown };
/** `readyState` of a socket that has closed. */
const closedState = 3;

type Call = Attempt & { content?: LabelContent; refusal?: NotSigned };

/**
 * The print service through its own client, of which a page has one. What that client leaves open is settled here:
 * calls have a time limit, a request whose signature comes too late is not sent, and an answer is told apart from a
 * connection that broke.
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
    /** Print queues of Linux and macOS take commands only this way; Windows needs nothing of the kind. */
    forceRaw: boolean;
    onClosed: () => void;
    /** Called with whether the service asks a person about each request, once that is seen, or no longer so. */
    onAsks: (asks: boolean) => void;
    /** Called with what is reported of the queues that are listened to. */
    onQueue: (event: QueueEvent) => void;
    /** The browser's `WebSocket`. */
    Socket: new (
      address: string,
    ) => OpenedSocket;
    /** Where to look for the print service, if not in the usual place. */
    address?: Parameters<Qz["websocket"]["connect"]>[0];
    timeout?: typeof defaultTimeouts;
  },
) {
  // Counts connections: a request of an earlier one is never sent over a later one.
  let connection = 0;
  let isSigned = false;
  const calls = new Map<string, Call>();
  let listing: Call | undefined;
  let trust: Trust = "unseen";

  // The client forgets a socket on which it was turned away, and mistakes the end of that one for the end of the next.
  let socket: OpenedSocket | undefined;
  qz.api.setWebSocketType(
    new Proxy(Socket, {
      construct(target, [address]: [string]) {
        socket = new target(address);
        return socket;
      },
    }),
  );
  // The client greets with this question and doesn't handle its rejection: a connection that breaks off would be an
  // error that nobody catches. So it stays unanswered, and `whileOpen` tells those who wait.
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

  // A promise that the client makes during its greeting never settles when the connection breaks in between.
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
      // It has greeted and then gone silent: it is as good as not there.
      throw new BridgeUnavailable({ kind: "absent" });
    }
  }

  async function signed(request: string): Promise<string> {
    const at = connection;
    const { job, printer } = readRequest(request);
    const isListening = job === undefined && printer !== undefined;
    const call = job !== undefined ? calls.get(job) : isListening ? undefined : listing;
    const signature = isSigned ? await signatureOf(request, call, printer) : "";
    // Nobody waits for it any more, and a refusal would be an error of the client's.
    if (connection !== at && isListening) return new Promise(() => undefined);
    if (connection !== at || call?.signal.aborted) throw new Error("Too late to send this request");
    call?.handed();
    return signature;
  }

  // The client keeps to itself why a request was not signed.
  async function signatureOf(
    request: string,
    call: Call | undefined,
    printer: string | undefined,
  ): Promise<string> {
    try {
      return await portal.sign(request, {
        ...(printer === undefined ? {} : { printer }),
        ...(call?.content ? { content: call.content } : {}),
        ...(call ? { signal: call.signal } : {}),
      });
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
   * Follows a signed call from its signature to its answer: one that stays unanswered while the service answers
   * another waits for a person (labels#trust).
   */
  function followed({ handed, asked, signal }: Attempt) {
    const at = connection;
    let since = Number.NaN;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function checkForPrompt() {
      if (trust === "trusted" || !(await isAlive()) || isOver || at !== connection) return;
      setTrust("asks");
      asked();
    }
    const call: Call = {
      signal,
      asked,
      handed() {
        since = Date.now();
        timer = setTimeout(() => void checkForPrompt(), timeout.question);
        handed();
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
    const nothing = () => undefined;
    const { call, over } = followed({
      signal: new AbortController().signal,
      handed: nothing,
      asked: nothing,
    });
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
      // However it fails to answer, it needs a new connection.
      return false;
    }
  }

  async function disconnect(): Promise<void> {
    await within(timeout.goodbye, qz.websocket.disconnect()).catch(() => {
      // There was no connection, or it is gone by now: either is what was wanted.
    });
    const left = socket;
    socket = undefined;
    if (!left || left.readyState === closedState) return;
    // A service that hangs doesn't confirm the end either: for us the connection is over all the same.
    const { onclose } = left;
    left.onclose = null;
    left.close();
    if (typeof onclose === "function") onclose.call(left);
  }

  return {
    disconnect,

    /** Makes a new connection. Throws `BridgeUnavailable`, or `TimeoutError` when nobody answers a dialog. */
    async connect(): Promise<{ signed: boolean; version: string; asks: boolean }> {
      await disconnect();
      // It may be started anew with another certificate: what it asked about it asks until an answer shows otherwise.
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

    /** Whether the print service answers at all. */
    isAlive,

    /** All of the workstation's printers. Throws the print service's own words, or `TimeoutError`. */
    async printers(): Promise<BridgePrinter[]> {
      const before = trust;
      const described = readPrinters(await listed(() => qz.printers.details()));
      // Many printers can take long, too: a question that is quickly answered tells that nobody was asked. It is asked
      // for that alone: what the answer says, or that there is none, is of no use.
      if (trust === "asks" && before !== "asks")
        void listed(() => qz.printers.getDefault()).catch(() => undefined);
      return described ?? readNames(await listed(() => qz.printers.find()));
    },

    /** Has a printer's queue reported. Throws the print service's own words, or `TimeoutError`. */
    listen: (printer: string): Promise<void> =>
      within(timeout.printers, qz.printers.startListening([printer])),

    /** Has the queues that are listened to reported as they stand; resolves after the last report. */
    tellQueues: (): Promise<void> => within(timeout.alive, qz.printers.getStatus()),

    /** Hands one label's commands to the print service. */
    async print(entry: PrintEntry, commands: Uint8Array, attempt: Attempt): Promise<SendOutcome> {
      const at = connection;
      const jobName = jobNameOf(entry);
      const { call, over } = followed(attempt);
      const { label, language, media } = entry;
      call.content = { label, language, media };
      calls.set(jobName, call);
      try {
        if (!qz.websocket.isActive()) return { kind: "gone" };
        const config = qz.configs.create(entry.printer, { forceRaw, jobName });
        const data = toBase64(commands);
        await qz.print(config, [{ type: "raw", format: "command", flavor: "base64", data }]);
        over(true);
        return { kind: "sent" };
      } catch (problem) {
        if (connection !== at) return { kind: "gone" };
        const reason = call.refusal?.message ?? messageOf(problem);
        if (call.refusal?.isForAll) return { kind: "halted", reason };
        if (/blocked/i.test(reason)) return { kind: "halted", reason: `The print service says: ${reason}` };
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
