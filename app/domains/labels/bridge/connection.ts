import { type Bridge, BridgeUnavailable } from "./bridge.ts";
import { type BridgeState, TimeoutError } from "./types.ts";

export type ConnectionOptions = {
  bridge: Pick<Bridge, "connect" | "disconnect" | "isAlive">;
  /** Whether the browser's permissions deny this page access to services on this computer. */
  isDenied: () => Promise<boolean>;
  onState: (state: BridgeState) => void;
  onReady: () => void;
};

/** Without an answer for this long, in ms, a dialog is probably waiting for the person. */
const asksAfterMs = 2_500;
/** Delays between attempts to reconnect to a lost print service, in ms; the last one repeats. */
const retryMs = [300, 1_000, 2_000, 4_000, 8_000];
/** The same for a service that was absent from the start. */
const lookAgainMs = 10_000;

/**
 * Maintains the connection to the workstation's print service: connects, tracks its state, and reconnects when the
 * service was lost or is started later. States that need a person (blocked, outdated, refused) wait for `retry`.
 */
export function createConnection({ bridge, isDenied, onState, onReady }: ConnectionOptions) {
  let state: BridgeState = { kind: "connecting", asks: false };
  let attempt: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const isReady = () => state.kind === "ready";

  function become(next: BridgeState) {
    state = next;
    onState(next);
  }

  /** Connects or retries. Automatic attempts (`quietly`) show only the result. */
  function connect({ quietly = false } = {}): Promise<void> {
    clearTimeout(timer);
    attempt ??= tryOnce(quietly).finally(() => {
      attempt = undefined;
    });
    return attempt;
  }

  async function tryOnce(quietly: boolean) {
    const wasLost = state.kind === "lost";
    if (!quietly && !wasLost) become({ kind: "connecting", asks: false });
    const hint = setTimeout(() => become({ kind: "connecting", asks: true }), asksAfterMs);
    try {
      const ready = await bridge.connect();
      failures = 0;
      clearTimeout(hint);
      become({ kind: "ready", ...ready });
      onReady();
    } catch (problem) {
      clearTimeout(hint);
      const next = await stateAfter(problem);
      become(next.kind === "absent" && wasLost ? { kind: "lost" } : next);
      if (next.kind === "absent" || next.kind === "denied") retryLater();
    }
  }

  async function stateAfter(problem: unknown): Promise<BridgeState> {
    // Nobody answered the dialog, or the answer was no.
    if (problem instanceof TimeoutError) return (await isDenied()) ? { kind: "denied" } : { kind: "blocked" };
    if (!(problem instanceof BridgeUnavailable)) return { kind: "absent" };
    if (problem.problem.kind === "absent" && (await isDenied())) return { kind: "denied" };
    return problem.problem;
  }

  function retryLater() {
    const wait = state.kind === "lost" ? (retryMs[failures] ?? retryMs.at(-1)) : lookAgainMs;
    failures += 1;
    timer = setTimeout(() => void connect({ quietly: true }), wait);
  }

  return {
    state: () => state,
    connect,
    /** Call when it is detected whether the print service prompts a person for each request. */
    asks(asks: boolean) {
      if (state.kind === "ready" && state.asks !== asks) become({ ...state, asks });
    },
    closed() {
      if (state.kind !== "ready") return;
      become({ kind: "lost" });
      failures = 0;
      retryLater();
    },
    /** Closes the connection and stops reconnecting, also where a check or an attempt is under way. */
    async leave(): Promise<void> {
      state = { kind: "absent" };
      await bridge.disconnect();
      await attempt;
      clearTimeout(timer);
      if (isReady()) await bridge.disconnect();
      state = { kind: "absent" };
    },
    /** Checks that the print service answers; drops the connection and reconnects if it doesn't. */
    async checkAlive(): Promise<void> {
      // Left, or lost already, by the time of the answer: somebody else decides what comes next.
      if (!isReady() || (await bridge.isAlive()) || !isReady()) return;
      become({ kind: "lost" });
      failures = 0;
      await bridge.disconnect();
      if (state.kind === "lost") await connect();
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;
