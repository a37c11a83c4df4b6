import { newId, pause } from "../browser.ts";
import { isSent, needsLook } from "../labelStates.ts";
import { type TurnAnswer, unsentReason } from "../stations/queue.ts";
import type { Command, JobCommand, JobReport, PrinterFaces, StationJob } from "../stations/station.ts";
import type { Place, TurnRequest } from "./place.ts";
import { signedOut } from "./portal.ts";
import { messageOf, type QueueView, type Sending, type SendOutcome, TimeoutError, within } from "./types.ts";

export type WorkState = "starting" | "working" | "held" | "taken" | "lost" | "out";

export type LoopOptions = {
  place: Place;
  /** Calls `onAsked` once the print service is detected to prompt a person about the label. */
  send: (label: Sending, onAsked: () => void) => Promise<SendOutcome>;
  /** Called after an unanswered label: checks that the print service still answers at all. */
  checkAlive: () => Promise<void>;
  /** What prints here; undefined without a printer. */
  printer: () => PrinterFaces | undefined;
  /** Why the workstation can't print now; empty if it can. */
  problem: () => string;
  onChange: (changed: readonly StationJob[]) => void;
  /** Pause between one label's answer and the next label, in ms (labels#pace). */
  spacingMs?: number | undefined;
  /** Time limit for the answer of one label, in ms. */
  answerMs?: number | undefined;
};

/** After this many unanswered labels in a row the rest waits for the person. */
const maxUnanswered = 2;
/** The same after this many connections that closed before the label was sent. */
const maxGone = 4;

const unanswered = "The print service did not answer. This label may have been printed.";
const dropped =
  "The connection to the print service broke while this label was on its way. It may have been printed.";
const letGo = "It prints once it is allowed there. Choose Block to keep it from printing.";
const stoppedHere = "It was stopped at the station.";
const closedSending = "The page was closed while this label was on its way. It may have been printed.";
const nothingKnown = "Nothing is known of it here. It may have been printed.";
const portalSilent =
  "The portal does not answer. This page tries again by itself; the labels that are left wait.";

/** Pause between labels (labels#pace), in milliseconds. */
export const labelSpacingMs = 200;

/**
 * Works at a station: takes one label at a time, sends it to the print service, and reports the result with the request
 * for the next. A request without a response is repeated under the same names, so that a label is neither lost nor
 * handed over twice. A failed label does not stop the others (labels#failed-label). One that was sent but not answered
 * is `unknown` and never resent automatically; one not yet sent when the connection closed is sent later. One that the
 * print service prompts a person about is `asked` and waits for the answer without a time limit (labels#trust).
 */
export function createLoop({
  place,
  send,
  checkAlive,
  printer,
  problem,
  onChange,
  spacingMs = labelSpacingMs,
  answerMs = 20_000,
}: LoopOptions) {
  const { isOwn, notes } = place;
  let entries: StationJob[] = [];
  let revision = -1;
  let is: WorkState = "starting";
  /** The labels of this run: since the queue was last over. */
  let run = new Set<string>();
  /** Hand-overs to this page, and the one that is on its way. */
  const own = new Set<string>();
  let current: { id: string; isStopped: boolean } | undefined;
  /** The lease of an unanswered request for a label. */
  let pending: string | undefined;
  let isAsking = false;
  // What the station has not heard yet.
  let reports: JobReport[] = [];
  let commands: Command[] = [];
  let isStopped = false;
  /** Whether the station was asked for labels here, of which this page has not heard. */
  let isExpecting = false;

  let paused: string | undefined;
  /** Why the station hands nothing over. */
  let refused: string | undefined;
  let freeAt = 0;
  let silent = 0;
  let gone = 0;
  /** Ends the wait for the label that a person is being prompted about. */
  let leaveAsked: (() => void) | undefined;
  let isLeaving = false;

  const entryOf = (id: string) => entries.find((entry) => entry.id === id);
  const has = (wanted: StationJob["state"]) =>
    entries.some(({ id, state }) => state === wanted && run.has(id));
  const isRunning = () => paused === undefined && (current !== undefined || has("waiting") || has("sending"));

  function change(ids: readonly string[], to: (entry: StationJob) => StationJob) {
    const changed: StationJob[] = [];
    entries = entries.map((entry) => {
      if (!ids.includes(entry.id)) return entry;
      const next = to(entry);
      changed.push(next);
      return next;
    });
    onChange(changed);
  }
  const become = (id: string, state: StationJob["state"], reason = "") =>
    change([id], (entry) => ({ ...entry, state, reason, since: Date.now() }));

  /** Once all others are done, only those that need a person's decision stay before new ones. */
  function begin(ids: readonly string[]) {
    if (ids.every((id) => run.has(id))) return;
    if (!isRunning() && !has("waiting"))
      run = new Set(entries.filter((entry) => run.has(entry.id) && needsLook(entry)).map(({ id }) => id));
    for (const id of ids) run.add(id);
  }

  function halt(why: string) {
    paused = why;
    onChange([]);
  }

  function report(lease: string, state: JobReport["is"], more: Partial<JobReport> = {}) {
    reports = [...reports.filter((one) => one.lease !== lease), { lease, reason: "", ...more, is: state }];
    notes.put(lease, { is: state, reason: more.reason ?? "" });
  }

  /** The labels as the station has them, except for what it has not heard of yet. */
  function merge(jobs: TurnAnswer["jobs"]) {
    const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
    // What the station was asked for in this page's name.
    const isNew = ({ state, page }: StationJob) =>
      page === place.page && (state === "waiting" || state === "sending");
    begin(jobs.filter(isNew).map(({ id }) => id));
    const changed = jobs.map((job): StationJob => {
      const here = entriesById.get(job.id);
      const isOurs = job.lease !== undefined && here?.lease === job.lease && own.has(job.lease);
      const isNewer = isOurs && (job.state === "sending" || reports.some(({ lease }) => lease === job.lease));
      if (!isNewer) return job;
      const { state, reason, since, hold } = here;
      return { ...job, state, reason, since, hold };
    });
    for (const entry of changed) {
      const before = entriesById.get(entry.id);
      // What is asked for again comes last.
      if (before?.askedAt !== entry.askedAt) entriesById.delete(entry.id);
      entriesById.set(entry.id, entry);
    }
    entries = [...entriesById.values()];
    onChange(changed);
  }

  /** Reports the state of hand-overs to this browser that the station expects, but not of the one just requested. */
  function reportHandOvers(requestedLease: string | undefined) {
    for (const { state, browser, lease } of entries) {
      if (state !== "sending" || browser !== place.browser || lease === undefined || lease === requestedLease)
        continue;
      if (reports.some((one) => one.lease === lease)) continue;
      if (lease === pending) {
        pending = undefined;
        report(lease, "waiting");
      } else if (!own.has(lease)) reportEarlier(lease);
    }
  }

  /** A label of an earlier page of this browser, which will report nothing more. */
  function reportEarlier(lease: string) {
    const note = notes.read(lease);
    if (!note) report(lease, "unknown", { reason: nothingKnown });
    else if (note.is === "sending") report(lease, "unknown", { reason: closedSending });
    // Another page may still be open and send its waiting labels.
    else if (note.is === "waiting" && !place.isAlone()) report(lease, "unknown", { reason: nothingKnown });
    else if (note.is === "waiting" && isOwn) report(lease, "stopped", { reason: unsentReason });
    else report(lease, note.is, { reason: note.reason });
  }

  /** Sends the label that was handed over, and signed, for this printer; reports what became of it. */
  async function settle(
    { id, title }: TurnAnswer["jobs"][number],
    { lease, signed, commands: written, ...to }: PrinterFaces & Omit<Sending, "title">,
  ) {
    begin([id]);
    // Stopped or discarded while it was handed over.
    const isVoid = commands.some((one) => one.id === id && one.command === "void");
    const turn = { id, isStopped: isStopped || isVoid };
    current = turn;
    own.add(lease);
    notes.put(lease, { is: "waiting", reason: "" });
    // Never longer than the spacing, even if the workstation's clock jumps.
    await pause(Math.min(freeAt - Date.now(), spacingMs));
    if (turn.isStopped) {
      become(id, "stopped");
      report(lease, "stopped", isOwn ? {} : { reason: stoppedHere });
    } else if (problem() !== "" || JSON.stringify(printer()) !== JSON.stringify(to)) {
      become(id, "waiting");
      report(lease, "waiting");
    } else {
      notes.put(lease, { is: "sending", reason: "" });
      await attempt(id, { lease, signed, title, commands: written, printer: to.printer });
      freeAt = Date.now() + spacingMs;
    }
    current = undefined;
    onChange([]);
    place.wake();
  }

  async function attempt(id: string, sending: Sending) {
    const { lease } = sending;
    const stateOf = () => (entryOf(id)?.lease === lease ? entryOf(id)?.state : undefined);
    let isRequested = false;
    const left = new Promise<"left">((resolve) => {
      leaveAsked = () => isRequested && resolve("left");
    });
    const answer = send(sending, () => {
      if (stateOf() !== "sending") return;
      isRequested = true;
      become(id, "asked");
    }).catch((failure: unknown): SendOutcome => ({ kind: "failed", reason: messageOf(failure) }));
    const conclude = (outcome: SendOutcome) => {
      if (outcome.kind === "dropped") {
        settled("unknown", dropped);
        countSilence();
      } else if (outcome.kind === "gone" || outcome.kind === "halted") {
        // Nothing was sent: it is next again.
        settled("waiting");
        if (outcome.kind === "halted") halt(outcome.reason);
        else if (++gone >= maxGone) halt("The connection to the print service keeps breaking.");
      } else {
        silent = 0;
        gone = 0;
        if (outcome.kind === "sent") settled("sent");
        else settled("failed", outcome.reason);
      }
    };
    const settled = (state: JobReport["is"], reason = "") => {
      report(lease, state, { reason });
      become(id, state, reason);
    };
    /** A late answer settles it, unless the person has printed the label again in the meantime. */
    const settleLate = () =>
      void answer.then((late) => {
        const state = stateOf();
        if (state !== "asked" && state !== "unknown") return;
        if (late.kind === "sent" || late.kind === "failed") conclude(late);
        else if (state === "asked" && late.kind === "dropped") settled("unknown", dropped);
        else if (state === "asked" && late.kind === "halted") settled("failed", late.reason);
        place.wake();
      });
    for (let isOver = false; !isOver; ) {
      try {
        const outcome = await within(answerMs, Promise.race([answer, left]));
        isOver = true;
        if (outcome !== "left") conclude(outcome);
        else {
          // The dialog stays open when nothing waits for it here any more.
          change([id], (entry) => ({ ...entry, reason: letGo }));
          settleLate();
        }
      } catch (failure) {
        if (!(failure instanceof TimeoutError)) throw failure;
        isOver = !isRequested;
        // A dialog may stay open indefinitely, unless the service is gone.
        if (isRequested) await Promise.race([checkAlive(), answer]);
        else {
          settled("unknown", unanswered);
          settleLate();
          countSilence();
          await checkAlive();
        }
      }
    }
    leaveAsked = undefined;
  }

  function countSilence() {
    silent += 1;
    if (silent < maxUnanswered) return;
    halt("The print service does not answer. Look at the printer before you continue.");
  }

  const requestOf = (lease: string | undefined): TurnRequest => ({
    ...{ printer: printer(), problem: paused ?? problem(), lease, since: revision },
    ...{ reports, commands, isStopped },
  });

  const canTake = () =>
    current === undefined &&
    paused === undefined &&
    problem() === "" &&
    !place.isGuest() &&
    (isOwn ? isExpecting || entries.some(({ state }) => state === "waiting") : !isLeaving);

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(isLeaving && !isRunning() && reports.length === 0)) {
      if (canTake()) pending ??= newId();
      const turn = requestOf(canTake() ? pending : undefined);
      isStopped = false;
      isExpecting = false;
      isAsking = true;
      const answer = await place.ask(turn);
      isAsking = false;
      if (signal.aborted) return;
      if (answer.is === "out" || answer.is === "lost") {
        isStopped ||= turn.isStopped;
        isExpecting ||= isOwn && turn.lease !== undefined;
        is = answer.is;
        if (is === "out" && isOwn) halt(signedOut);
        else onChange([]);
        if (is === "out" && !isOwn) return;
        await place.whenNews({ version: undefined, isDue: is === "lost" });
        continue;
      }
      heard(turn, answer);
      const { job, jobs, version, signed, commands: written = "" } = answer;
      const { lease, printer: to } = turn;
      if (lease !== undefined && answer.is === "working") pending = undefined;
      if (lease !== undefined && job && to) void settle(job, { ...to, lease, signed, commands: written });
      const isIdle = reports.length + commands.length === 0 && !isStopped;
      const isRefused = lease !== undefined && !job && jobs.length === 0;
      if (!isIdle || (isOwn && canTake() && !isRefused && answer.refused === undefined)) continue;
      const isDue = current !== undefined || is === "taken" || (isOwn && canTake());
      await place.whenNews({ version: isDue ? undefined : version, isDue });
    }
    if (!signal.aborted) place.leave(requestOf(undefined));
  }

  function heard(turn: TurnRequest, answer: TurnAnswer) {
    reports = reports.filter((one) => !turn.reports.includes(one));
    for (const { lease } of turn.reports)
      if (!reports.some((one) => one.lease === lease)) notes.forget(lease);
    commands = commands.filter((one) => !turn.commands.includes(one));
    revision = answer.revision;
    refused = answer.refused;
    if (answer.is === "taken" && !isOwn) is = "taken";
    else is = turn.problem === "" && refused === undefined ? "working" : "held";
    merge(answer.jobs);
    if (answer.is === "working") reportHandOvers(turn.lease);
  }

  const stopCurrent = (id?: string) => {
    if (current && (id === undefined || current.id === id)) current.isStopped = true;
  };

  return {
    work,
    state: () => is,
    entries: () => entries,
    /** Whether a hand-over was this page's. */
    isOwn: (lease: string | undefined): boolean => lease !== undefined && own.has(lease),
    view: (): QueueView => {
      const why = paused ?? (is === "lost" && isOwn ? portalSilent : isOwn ? refused : undefined);
      // What an earlier page of a workstation left unsent stays with what is new until a person has dealt with it.
      const queued = entries.filter((entry) => run.has(entry.id) || (isOwn && needsLook(entry)));
      return { entries: queued, isRunning: isRunning(), ...(why === undefined ? {} : { paused: why }) };
    },
    /** Resumes with the waiting labels after a pause. */
    resume() {
      silent = 0;
      gone = 0;
      paused = undefined;
      onChange([]);
      place.wake();
    },
    /**
     * Cancels labels not yet started; the one being sent can't be recalled. One that a person is
     * being prompted about is no longer waited for and keeps its state until answered.
     */
    stop() {
      leaveAsked?.();
      stopCurrent();
      isStopped = true;
      paused = undefined;
      const waiting = entries.filter(({ state }) => state === "waiting").map(({ id }) => id);
      change(waiting, (entry) => ({ ...entry, state: "stopped" }));
      place.wake();
    },
    command(ids: readonly string[], command: JobCommand) {
      const present = ids.flatMap((id) => entryOf(id) ?? []);
      commands = [
        ...commands,
        ...present.map((entry) => ({
          ...{ id: entry.id, command },
          ...(command === "again" && isSent(entry) ? { as: newId() } : {}),
        })),
      ];
      if (command === "void") for (const { id } of present) stopCurrent(id);
      place.wake();
    },
    /** Records what the printer's queue reports of labels. */
    note(reported: readonly StationJob[], fields: Pick<StationJob, "hold"> & { state: "sent" | "printed" }) {
      if (reported.length === 0) return;
      for (const { lease } of reported)
        if (lease !== undefined) report(lease, fields.state, { hold: fields.hold });
      change(
        reported.map(({ id }) => id),
        (entry) => ({ ...entry, ...fields }),
      );
      place.wake();
    },
    /** What prints here has changed: a workstation's own station hears of it only with a label. */
    wake() {
      if (!isOwn || (!isAsking && canTake())) place.wake();
    },
    /** The station was asked for labels here. */
    expect() {
      isExpecting = true;
      place.wakeAll();
    },
    /** Gives up the place once its labels are sent; a station's at once. */
    retire() {
      isLeaving = true;
      place.wake();
    },
    /** What the station has to hear as the page is closed. */
    leaving: () => requestOf(undefined),
  };
}

export type Loop = ReturnType<typeof createLoop>;
