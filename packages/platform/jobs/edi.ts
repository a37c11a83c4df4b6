import { createHash } from "node:crypto";
import { fileLimitWords } from "#contract/ediCheck.ts";
import type { Database } from "#database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import type { StoredStreams } from "#platform/database/schema/ediStored.ts";
import { type EdiNote, isRunning, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { readings } from "#platform/domains/edi/interchanges/inbound.ts";
import { isToTransmit, transmit } from "#platform/domains/edi/interchanges/outbound.ts";
import {
  findInterchange,
  listStaged,
  readContent,
  type StoredInterchange,
  saveInterchange,
} from "#platform/domains/edi/interchanges/repository.ts";
import { listTurns } from "#platform/domains/edi/interchanges/series.ts";
import { takeInWhole } from "#platform/domains/edi/interchanges/takeIn.ts";
import { findEdiOrder, saveEdiOrder } from "#platform/domains/edi/orders/repository.ts";
import { takeOrderSteps } from "#platform/domains/edi/orders/steps.ts";
import { receiveStepOf, takeReceiveSteps } from "#platform/domains/edi/receive.ts";
import { countEdiFile } from "#platform/metrics.ts";
import type { EdiFolder, InboundFile } from "#platform/outside/ediFolder.ts";
import {
  type Advanced,
  advanceAll,
  type JobsContext,
  type JobsLog,
  listDue,
  nextDue,
  startDueWork,
} from "./dueWork.ts";

/** After this many failures in a row a stream has failed. */
const maxAttempts = 5;
const firstDelay = 2000;

type Failing = { streams: StoredStreams; attempts: number };

/**
 * A document after its step threw: the step is retried after a wait that doubles each time, and after five failures its
 * stream has failed.
 */
function afterFailure({ streams, attempts }: Failing, error: unknown, at: Date) {
  const words = error instanceof Error ? error.message : String(error);
  const entries = Object.entries(streams);
  const [stream, status] =
    entries.find(([, { state }]) => isRunning(state)) ??
    entries.find(([, { state }]) => state === "passive" || state === "stalled") ??
    [];
  const tried = attempts + 1;
  const isOver = tried >= maxAttempts;
  const notes: EdiNote[] = stream && status ? [stepNote("failure", stream, status.step, words)] : [];
  return {
    attempts: isOver ? 0 : tried,
    stepAt: isOver ? null : new Date(at.getTime() + firstDelay * 2 ** attempts),
    ...(isOver && stream && status
      ? { streams: { ...streams, [stream]: { state: "failed", step: status.step } } }
      : {}),
    notes,
  };
}

export type EdiEngine = { database: Database; folder: EdiFolder };
/** With the largest file that is taken in, in KB of 1,024 bytes. */
type EdiIntake = EdiEngine & { fileLimit: number };

// The most documents of a kind in one batch; the next batch takes the others.
const documentsPerRound = 50;
/** Takes every step of an interchange that is due `at` this time, each once across processes. */
async function advanceInterchange({ database, folder }: EdiEngine, id: string, at: Date): Promise<void> {
  const found = await findInterchange(database, id);
  if (!found?.stepAt || found.stepAt > at) return;
  if (receiveStepOf(found)) await receive(database, id, at);
  else if (isToTransmit(found)) await transmit(database, folder, found, at);
  else await setAside(database, found, at);
}

async function receive(database: Database, id: string, at: Date): Promise<void> {
  const { content, findings } = await readContent(database, id);
  const [read] = await readings.steps({ content, findings });
  if (!read) throw new Error(`The interchange ${id} cannot be read again`);
  await takeReceiveSteps(database, id, read, at);
}

/** Nothing is outstanding for an interchange that was due. */
async function setAside(database: Database, { id }: StoredInterchange, at: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, id, true);
    if (found && !receiveStepOf(found) && !isToTransmit(found)) {
      await saveInterchange(transaction, found, { stepAt: null }, at);
    }
  });
}

/** Records the failure with the document, which is retried and in the end waits for a person. */
async function failedInterchange({ database }: EdiEngine, id: string, error: unknown, at: Date) {
  await database.transaction(async (transaction) => {
    const found = await findInterchange(transaction, id, true);
    if (found) await saveInterchange(transaction, found, afterFailure(found, error, at), at);
  });
}

async function failedOrder({ database }: EdiEngine, id: string, error: unknown, at: Date) {
  await database.transaction(async (transaction) => {
    const found = await findEdiOrder(transaction, id, true);
    if (found) await saveEdiOrder(transaction, found, afterFailure(found, error, at), at);
  });
}

/**
 * Advances the interchanges of every series one after the other, in order of arrival (edi#sequence): one starts when
 * the one before it is finished, waits for a person, or has failed. Series are independent of each other. Returns the
 * number of interchanges that were tried, and the failures.
 */
async function advanceSeries(engine: EdiEngine, at: Date) {
  const failures: unknown[] = [];
  const tried = new Set<string>();
  for (;;) {
    // One that is still due here is in the hands of another process, which continues the series.
    const turns = (await listTurns(engine.database, at)).filter((id) => !tried.has(id));
    if (turns.length === 0 || tried.size >= documentsPerRound) return { tried: tried.size, failures };
    failures.push(
      ...(await advanceAll(turns, {
        advance: async (id) => {
          if (tried.size >= documentsPerRound) return;
          tried.add(id);
          await advanceInterchange(engine, id, at);
        },
        failed: (id, error) => failedInterchange(engine, id, error, at),
      })),
    );
  }
}

/**
 * Advances at most 50 interchanges and 50 order documents that are due. One that fails is retried later, and does not
 * block the others.
 */
export async function advanceDueEdi(engine: EdiEngine, at: Date): Promise<Advanced> {
  const { database } = engine;
  const { tried: interchanges, failures } = await advanceSeries(engine, at);
  const orderIds = await listDue(database, ediOrders, at, documentsPerRound);
  failures.push(
    ...(await advanceAll(orderIds, {
      advance: (id) => takeOrderSteps(database, id, at),
      failed: (id, error) => failedOrder(engine, id, error, at),
    })),
  );
  const tried = interchanges + orderIds.length;
  // Their results are due as well.
  return { advanced: tried - failures.length, hasMore: tried > 0, failures };
}

/** When the next EDI document is due, after this time; undefined without one. */
async function nextDueEdi(database: Database, after: Date): Promise<Date | undefined> {
  const times = [await nextDue(database, ediInterchanges, after), await nextDue(database, ediOrders, after)];
  const dueTimes = times.flatMap((time) => (time ? [time.getTime()] : []));
  return dueTimes.length > 0 ? new Date(Math.min(...dueTimes)) : undefined;
}

const second = 1000;
const minute = 60 * second;

/** How long a file must be unchanged before it is read, and before it is reported as incomplete. */
const settledAfter = second;
const cutAfter = 15 * minute;
/** How long a failing file is skipped, and how often it is tried before later files may overtake it. */
const passedOverFor = minute;
const maxFileAttempts = 5;
const noInterchange =
  "The file holds no interchange header (UNB). It is among the interchanges as a failed one, with all that was read.";
/** How long a settled file is watched: its sender may continue writing to it. */
const watchedFor = 24 * 60 * minute;

/** The state of a file in the folder: it is skipped until a time, unless it changes. */
type Seen = Pick<InboundFile, "size" | "changedAt"> & { until: number; attempts: number };

/**
 * Takes in the files of the inbound folder, each once it is complete (edi#folder). A file that was taken in before its
 * process crashed is recognised by its name, its time and its bytes.
 */
export function createInbox({ database, folder, fileLimit }: EdiIntake, log: JobsLog) {
  const seen = new Map<string, Seen>();
  let reclaimedAt = 0;

  const accept = async (file: InboundFile) => {
    countEdiFile("taken");
    await folder.accept(file);
  };
  const refuse = async (file: InboundFile, reason: string) => {
    countEdiFile("quarantined");
    log.error({ name: file.name, size: file.size, reason }, "an inbound EDI file was put into quarantine");
    await folder.refuse(file, reason);
  };

  /** Takes a file in; returns until when it is skipped, if it stays where it is. */
  async function take(file: InboundFile, at: Date): Promise<number | undefined> {
    const { name, size, changedAt } = file;
    if (size > fileLimit * 1024) {
      await refuse(
        file,
        `The file is larger than ${fileLimitWords(fileLimit)}, the most that is taken in (EDI_FILE_LIMIT_KB). Nothing of it was read: ask the partner for it in smaller files.`,
      );
      return undefined;
    }
    const content = await folder.readInbound(file);
    if (!content) return undefined;
    const key = `folder/${name}/${changedAt}/${createHash("sha256").update(content).digest("hex")}`;
    const isCut = at.getTime() >= changedAt + cutAfter;
    const drop = { key, name, origin: "folder", content } as const;
    const result = await takeInWhole(database, drop, isCut, at);
    if (result) {
      const whole = { ...file, size: content.length };
      if (result.isUnreadable) await refuse(whole, noInterchange);
      else await accept(whole);
      return undefined;
    }
    if (!isCut) return changedAt + cutAfter;
    log.error({ name }, "an inbound EDI file ends before its interchange does");
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Takes in the files since the last poll; returns how many. One that cannot be read does not block others; one that
   * cannot be taken in blocks later ones for a few attempts only.
   */
  return async (at: Date): Promise<number> => {
    const now = at.getTime();
    if (now - reclaimedAt >= minute) {
      reclaimedAt = now;
      await folder.reclaim(new Date(now - watchedFor));
    }
    const files = await folder.listInbound();
    const paths = new Set(files.map(({ path }) => path.toString("latin1")));
    for (const path of seen.keys()) if (!paths.has(path)) seen.delete(path);
    let count = 0;
    for (const file of files) {
      const path = file.path.toString("latin1");
      const before = seen.get(path);
      const isSame = before?.size === file.size && before.changedAt === file.changedAt;
      if (now - file.changedAt < settledAfter || (isSame && now < before.until)) continue;
      const state = { size: file.size, changedAt: file.changedAt };
      try {
        const until = await take(file, at);
        if (until === undefined) count += 1;
        else seen.set(path, { ...state, until, attempts: 0 });
      } catch (error) {
        countEdiFile("failed");
        log.error({ name: file.name, err: error }, "an inbound EDI file could not be taken in");
        const attempts = isSame ? before.attempts + 1 : 1;
        const isPassedOver = attempts >= maxFileAttempts || isOfFile(error);
        seen.set(path, { ...state, attempts, until: isPassedOver ? now + passedOverFor : now });
        // Later files must not overtake it unnecessarily.
        if (!isPassedOver) break;
      }
    }
    return count;
  };
}

/** Whether the disk fails, and not the database. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error;

// How often the inbound folder is polled.
const lookEvery = 1000;

/**
 * Runs the streams of EDI documents, and polls the inbound folder. `onAdvanced` is called when documents were advanced.
 */
export async function startEdiJobs(context: JobsContext, engine: EdiIntake, onAdvanced: () => Promise<void>) {
  const { underWay, log } = context;
  const due = await startDueWork(context, {
    queue: "due-edi",
    message: "EDI documents advanced",
    advance: (at) => advanceDueEdi(engine, at),
    nextDueTime: (after) => nextDueEdi(engine.database, after),
    onAdvanced,
  });
  const takeInFolder = createInbox(engine, log);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const files = await takeInFolder(new Date());
      if (files > 0) {
        log.info({ files }, "EDI files came in");
        await due.wake();
      }
    } catch (error) {
      countEdiFile("failed");
      log.error({ err: error }, "the folder for inbound EDI files");
    } finally {
      isLooking = false;
    }
  };
  // Left by a process that crashed between staging a file and recording that.
  await engine.folder.tidy(await listStaged(engine.database), new Date(Date.now() - 3_600_000));
  const looks = setInterval(() => void underWay.track(look()), lookEvery);
  return {
    wake: due.wake,
    stop: () => {
      clearInterval(looks);
      due.stop();
    },
  };
}
