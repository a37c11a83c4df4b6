import { type Bridge, BridgeUnavailable } from "./bridge.ts";
import { type BridgeState, TimeoutError } from "./types.ts";

export type ConnectionOptions = {
  bridge: Pick<Bridge, "connect" | "disconnect" | "isAlive">;
  /** Whether the browser was told to keep this page from the computer's own services. */
  isDenied: () => Promise<boolean>;
  onState: (state: BridgeState) => void;
  /** Called each time that a connection was made. */
  onReady: () => void;
};

/** After this long without an answer a dialog probably waits for the person, in ms. */
const asksAfterMs = 2_500;
/** The waits between attempts to find a lost print service, in ms; the last one repeats. */
const retryMs = [300, 1_000, 2_000, 4_000, 8_000];
/** The same for one that was not there to begin with. */
const lookAgainMs = 10_000;
/** How long a queue waits for a lost print service before it asks the person, in ms. */
const timeoutMs = 60_000;

/**
 * Keeps the workstation's print service at hand: connects, tells the states apart, and finds it again when it was lost,
 * or started later. What a person has to change first (blocked, outdated, refused) waits for `retry`.
 */
export function createConnection({ bridge, isDenied, onState, onReady }: ConnectionOptions) {
  let state: BridgeState = { kind: "connecting", asks: false };
  let attempt: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const waiting = new Set<(isReady: boolean) => void>();

  function become(next: BridgeState) {
    state = next;
    if (next.kind === "ready") for (const tell of waiting) tell(true);
    onState(next);
  }

  /** Connects, or tries again. Done by itself (`quietly`) it shows only the result. */
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
    // Nobody answered the dialog, or somebody answered no.
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
    /** Call it when it is seen whether the print service asks a person about each request. */
    asks(asks: boolean) {
      if (state.kind === "ready" && state.asks !== asks) become({ ...state, asks });
    },
    /** Call it when the connection has closed. */
    closed() {
      if (state.kind !== "ready") return;
      become({ kind: "lost" });
      failures = 0;
      retryLater();
    },
    /** Resolves once the print service is ready; to false when it isn't within a minute, or needs the person. */
    whenReady(): Promise<boolean> {
      if (state.kind === "ready") return Promise.resolve(true);
      return new Promise((resolve) => {
        const tell = (isReady: boolean) => {
          clearTimeout(over);
          waiting.delete(tell);
          resolve(isReady);
        };
        const over = setTimeout(() => tell(false), timeoutMs);
        waiting.add(tell);
      });
    },
    /** Ends the connection, and looks for no other. */
    async leave(): Promise<void> {
      state = { kind: "absent" };
      await bridge.disconnect();
      await attempt;
      clearTimeout(timer);
    },
    /** Makes sure that the print service answers: one that doesn't is dropped, and looked for again. */
    async checkAlive(): Promise<void> {
      if (state.kind !== "ready" || (await bridge.isAlive())) return;
      await bridge.disconnect();
      if (state.kind === "ready") become({ kind: "lost" });
      await connect();
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;
