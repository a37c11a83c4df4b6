import {
  type Attempt,
  messageOf,
  type PrintEntry,
  pause,
  type QueueView,
  type SendOutcome,
  TimeoutError,
  within,
} from "./types.ts";

/** Whether a label may not have been printed and no person has dealt with it. */
export const isOpen = ({ state, isClosed }: PrintEntry): boolean =>
  !isClosed && (state === "failed" || state === "unknown" || state === "stopped" || state === "asked");

/** A discarded label needs nothing more, except for the answer to a pending prompt. */
export const discarded = (state: PrintEntry["state"]): Partial<PrintEntry> => ({
  isVoid: true,
  ...(state === "asked" ? {} : { isClosed: true }),
});

export type QueueOptions = {
  /** Sends one label to the print service. */
  send: (entry: PrintEntry, attempt: Attempt) => Promise<SendOutcome>;
  /** Resolves once labels can be sent, or to false when that takes too long. */
  whenReady: () => Promise<boolean>;
  /** Called after an unanswered label: checks that the print service still answers at all. */
  checkAlive: () => Promise<void>;
  /** Called after every change with the changed entries; a label is reported as `sending` before it is sent. */
  onChange: (changed: PrintEntry[]) => void;
  now: () => number;
  /** Pause between one label's answer and the next label, in ms (labels#pace). */
  spacingMs?: number;
  /** Time limit for the answer of one label, in ms. */
  answerMs?: number;
};

/** After this many unanswered labels in a row the rest waits for the person. */
const unansweredAtMost = 2;
/** The same after this many connections that closed before the label was sent. */
const goneAtMost = 4;

const unanswered = "The print service did not answer. This label may have been printed.";
const dropped =
  "The connection to the print service broke while this label was on its way. It may have been printed.";
const letGo = "It prints once it is allowed there. Choose Block to keep it from printing.";
const tooSlow = "The request was not ready in time, so the label was not sent.";

/** Pause between labels (labels#pace), in milliseconds. */
export const labelSpacingMs = 200;

/**
 * Sends labels to the printer: one at a time, in order, each with its own time limit. A failed label does not stop
 * the others (labels#failed-label). One that was sent but not answered is `unknown` and never resent automatically.
 * One not yet sent when the connection closed is sent later. One that the print service prompts a person about is
 * `asked` and waits for the answer without a time limit (labels#trust).
 */
export function createQueue({
  send,
  whenReady,
  checkAlive,
  onChange,
  now,
  spacingMs = labelSpacingMs,
  answerMs = 20_000,
}: QueueOptions) {
  let entries: PrintEntry[] = [];
  let isRunning = false;
  let paused: string | undefined;
  let freeAt = 0;
  let silent = 0;
  let gone = 0;
  /** Ends the wait for the label that a person is being prompted about. */
  let leaveAsked: (() => void) | undefined;

  function change(id: string, fields: Partial<PrintEntry>) {
    const changed: PrintEntry[] = [];
    entries = entries.map((entry) => {
      if (entry.id !== id) return entry;
      const next = { ...entry, ...fields, at: now() };
      changed.push(next);
      return next;
    });
    onChange(changed);
  }
  const stateOf = (id: string) => entries.find((entry) => entry.id === id)?.state;

  function halt(why: string) {
    paused = why;
    onChange([]);
  }

  const waiting = () => entries.find(({ state }) => state === "waiting");

  async function run() {
    paused = undefined;
    if (isRunning) return;
    isRunning = true;
    onChange([]);
    try {
      for (let next = waiting(); next && paused === undefined; next = waiting()) await turn(next.id);
    } finally {
      isRunning = false;
      if (!waiting()) paused = undefined;
      onChange([]);
    }
  }

  async function turn(id: string) {
    if (!(await whenReady())) {
      halt("The print service cannot be reached. The labels that are left wait here.");
      return;
    }
    // Never longer than the spacing, even if the workstation's clock jumps.
    await pause(Math.min(freeAt - now(), spacingMs));
    const entry = entries.find((one) => one.id === id);
    // Stopped while waiting for the connection or the pause.
    if (entry?.state !== "waiting") return;
    change(id, { state: "sending", reason: undefined });
    await settle(entry);
    freeAt = now() + spacingMs;
  }

  async function settle(entry: PrintEntry) {
    const { id } = entry;
    const calling = new AbortController();
    let isHanded = false;
    let isRequested = false;
    const left = new Promise<"left">((resolve) => {
      leaveAsked = () => isRequested && resolve("left");
    });
    const answer = send(entry, {
      signal: calling.signal,
      handed() {
        isHanded = true;
      },
      requested() {
        if (stateOf(id) !== "sending") return;
        isRequested = true;
        change(id, { state: "asked" });
      },
    }).catch((problem: unknown): SendOutcome => ({ kind: "failed", reason: messageOf(problem) }));
    for (let isOver = false; !isOver; ) {
      try {
        const outcome = await within(answerMs, Promise.race([answer, left]));
        isOver = true;
        if (outcome === "left") leave(id, answer);
        else conclude(id, outcome, isHanded);
      } catch (problem) {
        if (!(problem instanceof TimeoutError)) throw problem;
        isOver = !isRequested;
        // A dialog may stay open indefinitely, unless the service is gone.
        if (isRequested) await Promise.race([checkAlive(), answer]);
        else {
          calling.abort(problem);
          if (isHanded) await doubt(id, answer);
          else conclude(id, { kind: "failed", reason: tooSlow }, false);
        }
      }
    }
    leaveAsked = undefined;
  }

  /**
   * The dialog stays open when nothing waits for it here any more: its answer still sets the
   * label's state, whenever it comes.
   */
  function leave(id: string, answer: Promise<SendOutcome>) {
    change(id, { reason: letGo });
    void answer.then((late) => {
      if (stateOf(id) !== "asked") return;
      if (late.kind === "sent") change(id, { state: "sent", reason: undefined });
      else if (late.kind === "gone") change(id, { state: "unknown", reason: dropped });
      else change(id, { state: "failed", reason: late.reason });
    });
  }

  function conclude(id: string, outcome: SendOutcome, isHanded: boolean) {
    if (outcome.kind === "gone" && isHanded) {
      change(id, { state: "unknown", reason: dropped });
      countSilence();
      return;
    }
    if (outcome.kind === "gone" || outcome.kind === "halted") {
      // Nothing was sent: it is next again.
      change(id, { state: "waiting" });
      if (outcome.kind === "halted") halt(outcome.reason);
      else if (++gone >= goneAtMost) halt("The connection to the print service keeps breaking.");
      return;
    }
    silent = 0;
    gone = 0;
    if (outcome.kind === "sent") change(id, { state: "sent", reason: undefined });
    else change(id, { state: "failed", reason: outcome.reason });
  }

  function countSilence() {
    silent += 1;
    if (silent < unansweredAtMost) return;
    halt("The print service does not answer. Look at the printer before you continue.");
  }

  async function doubt(id: string, answer: Promise<SendOutcome>) {
    change(id, { state: "unknown", reason: unanswered });
    answer.then(
      (late) => {
        // A late answer settles it, unless the person has printed the label again in the meantime.
        if (stateOf(id) === "unknown" && (late.kind === "sent" || late.kind === "failed"))
          conclude(id, late, true);
      },
      () => undefined,
    );
    countSilence();
    await checkAlive();
  }

  return {
    view: (): QueueView => ({ entries, isRunning, ...(paused === undefined ? {} : { paused }) }),
    /** Appends labels; once all others are done, only those that need a person's decision stay before them. */
    add(added: PrintEntry[]) {
      const isOver = !isRunning && !waiting();
      entries = [...(isOver ? entries.filter(isOpen) : entries), ...added];
      onChange(added);
      if (paused === undefined) void run();
    },
    /** Resumes with the waiting labels after a pause. */
    resume() {
      silent = 0;
      gone = 0;
      void run();
    },
    /**
     * Cancels labels not yet started; the one being sent can't be recalled. One that a person is
     * being prompted about is no longer waited for and keeps its state until answered.
     */
    stop() {
      leaveAsked?.();
      const stopped: PrintEntry[] = [];
      entries = entries.map((entry) => {
        if (entry.state !== "waiting") return entry;
        const next: PrintEntry = { ...entry, state: "stopped", at: now() };
        stopped.push(next);
        return next;
      });
      paused = undefined;
      onChange(stopped);
    },
    /** Records what the printer's queue reports of labels, or that the portal was told. */
    note(ids: ReadonlySet<string>, fields: Partial<Pick<PrintEntry, "state" | "hold" | "isReported">>) {
      const changed = entries.filter(({ id }) => ids.has(id)).map((entry) => ({ ...entry, ...fields }));
      entries = entries.map((entry) => changed.find(({ id }) => id === entry.id) ?? entry);
      onChange(changed);
    },
    /** Discards a label: one still waiting is not sent. */
    discard(id: string) {
      const state = stateOf(id);
      if (state === undefined) return;
      change(id, { ...discarded(state), ...(state === "waiting" ? { state: "stopped" } : {}) });
    },
    /** Records that a person has dealt with a label: printed it again, or decided that it needs nothing. */
    close: (id: string) => change(id, { isClosed: true }),
  };
}
