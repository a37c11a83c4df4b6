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

/** Whether a label may not have got through, and no person has dealt with it. */
export const isOpen = ({ state, isClosed }: PrintEntry): boolean =>
  !isClosed && (state === "failed" || state === "unknown" || state === "stopped" || state === "asked");

/** A label that was struck needs nothing more, except for an answer that the print service waits for. */
export const discarded = (state: PrintEntry["state"]): Partial<PrintEntry> => ({
  isVoid: true,
  ...(state === "asked" ? {} : { isClosed: true }),
});

export type QueueOptions = {
  /** Hands one label to the print service. */
  send: (entry: PrintEntry, attempt: Attempt) => Promise<SendOutcome>;
  /** Resolves once labels can be sent, or to false when that takes too long. */
  whenReady: () => Promise<boolean>;
  /** After a label was not answered: makes sure that the print service still answers at all. */
  checkAlive: () => Promise<void>;
  /** Called after every change, with the entries that changed; a label is reported as `sending` before it is sent. */
  onChange: (changed: PrintEntry[]) => void;
  now: () => number;
  /** From one label's answer to the start of the next, in ms (labels#pace). */
  spacingMs?: number;
  /** How long to wait for the answer of one label, in ms. */
  answerMs?: number;
};

/** After this many labels in a row without an answer the rest waits for the person. */
const unansweredAtMost = 2;
/** After this many connections that closed before a label was on its way, too. */
const goneAtMost = 4;

const unanswered = "The print service did not answer. This label may have been printed.";
const dropped =
  "The connection to the print service broke while this label was on its way. It may have been printed.";
const letGo = "It prints once it is allowed there. Choose Block to keep it from printing.";
const tooSlow = "The request was not ready in time, so the label was not sent.";

/** From one label to the next (labels#pace), in milliseconds. */
export const labelSpacingMs = 200;

/**
 * The labels on their way to the printer: one at a time, in order, each with a time limit of its own. A label that
 * fails does not stop the others (labels#failed-label). One that was handed over and not answered is `unknown`: it is
 * never sent again by itself. One that was not yet handed over when the connection closed is sent after all. One that
 * the print service asks a person about is `asked`, without a time limit: it waits for the answer (labels#trust).
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
  /** Ends the wait for the label that a person is being asked about. */
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
    // Never longer than the spacing, whatever the workstation's clock does.
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
    let isAsked = false;
    const left = new Promise<"left">((resolve) => {
      leaveAsked = () => isAsked && resolve("left");
    });
    const answer = send(entry, {
      signal: calling.signal,
      handed() {
        isHanded = true;
      },
      asked() {
        if (stateOf(id) !== "sending") return;
        isAsked = true;
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
        isOver = !isAsked;
        // A dialog may stay open for as long as it likes, but not one of a service that has gone.
        if (isAsked) await Promise.race([checkAlive(), answer]);
        else {
          calling.abort(problem);
          if (isHanded) await doubt(id, answer);
          else conclude(id, { kind: "failed", reason: tooSlow }, false);
        }
      }
    }
    leaveAsked = undefined;
  }

  /** The dialog stays open when nobody waits for it here any more: the label is what is answered there, whenever. */
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
        // A late answer settles it, unless the person has asked for the label again in the meantime.
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
    /** Appends labels; once all others are done, only those that need a person's answer stay before them. */
    add(added: PrintEntry[]) {
      const isOver = !isRunning && !waiting();
      entries = [...(isOver ? entries.filter(isOpen) : entries), ...added];
      onChange(added);
      if (paused === undefined) void run();
    },
    /** Goes on with what waits, after a pause. */
    resume() {
      silent = 0;
      gone = 0;
      void run();
    },
    /**
     * What has not been started is not sent; the label on its way cannot be called back. One that a person is being
     * asked about is waited for no longer: it stays what it is until it is answered.
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
    /** Notes what the printer's queue says of labels, or that the portal was told. */
    note(ids: ReadonlySet<string>, fields: Partial<Pick<PrintEntry, "state" | "hold" | "isTold">>) {
      const changed = entries.filter(({ id }) => ids.has(id)).map((entry) => ({ ...entry, ...fields }));
      entries = entries.map((entry) => changed.find(({ id }) => id === entry.id) ?? entry);
      onChange(changed);
    },
    /** Strikes a label: one that still waits is not sent. */
    discard(id: string) {
      const state = stateOf(id);
      if (state === undefined) return;
      change(id, { ...discarded(state), ...(state === "waiting" ? { state: "stopped" } : {}) });
    },
    /** Notes that a person has dealt with a label: printed it again, or seen that it needs nothing. */
    close: (id: string) => change(id, { isClosed: true }),
  };
}
