import { createHash } from "node:crypto";
import { maxEdiFileBytes } from "#contract/ediCheck.ts";
import { TooMuchToRead } from "#platform/domains/edi/interchanges/fileFacts.ts";
import { listStaged } from "#platform/domains/edi/interchanges/repository.ts";
import { takeInWhole } from "#platform/domains/edi/interchanges/takeIn.ts";
import { countEdiFile } from "#platform/metrics.ts";
import type { InboundFile } from "#platform/outside/ediFolder.ts";
import { advanceDueEdi, type EdiEngine, nextDueEdi } from "./advanceEdi.ts";
import { type DueWork, type JobsContext, type JobsLog, startDueWork } from "./dueWork.ts";

const second = 1000;
const minute = 60 * second;

/** How long a file must be unchanged before it is read, and before it is reported as incomplete. */
const settledAfter = second;
const cutAfter = 15 * minute;
/** How long a failing file is skipped, and how often it is tried before later files may overtake it. */
const passedOverFor = minute;
const maxAttempts = 5;
/** How long a settled file is watched: its sender may continue writing to it. */
const watchedFor = 24 * 60 * minute;

/** The state of a file in the folder: it is skipped until a time, unless it changes. */
type Seen = Pick<InboundFile, "size" | "changedAt"> & { until: number; attempts: number };

/**
 * Takes in the files of the inbound folder, each once it is complete (edi#folder). A file that was taken in before its
 * process crashed is recognised by its name, its time and its bytes.
 */
export function createInbox({ database, folder }: EdiEngine, log: JobsLog) {
  const seen = new Map<string, Seen>();
  let reclaimedAt = 0;

  const put = async (file: InboundFile, to: "done" | "quarantine", words?: string, error?: unknown) => {
    countEdiFile(to === "done" ? "taken" : "quarantined");
    if (words) log.error({ name: file.name, size: file.size, err: error }, words);
    await folder.settle(file, to);
  };

  /** Takes a file in; returns until when it is skipped, if it stays where it is. */
  async function take(file: InboundFile, at: Date): Promise<number | undefined> {
    const { name, size, changedAt } = file;
    if (size > maxEdiFileBytes) {
      await put(file, "quarantine", "an inbound EDI file is too large and was put into quarantine");
      return undefined;
    }
    const content = await folder.readInbound(file);
    if (!content) return undefined;
    const key = `folder/${name}/${changedAt}/${createHash("sha256").update(content).digest("hex")}`;
    const isCut = at.getTime() >= changedAt + cutAfter;
    try {
      const drop = { key, name, origin: "folder", content } as const;
      const taken = await takeInWhole(database, drop, isCut, at);
      if (taken) {
        await put({ ...file, size: content.length }, taken.isUnreadable ? "quarantine" : "done");
        return undefined;
      }
    } catch (error) {
      if (!(error instanceof TooMuchToRead)) throw error;
      await put(
        file,
        "quarantine",
        "an inbound EDI file could not be read and was put into quarantine",
        error,
      );
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
    let taken = 0;
    for (const file of files) {
      const path = file.path.toString("latin1");
      const before = seen.get(path);
      const isSame = before?.size === file.size && before.changedAt === file.changedAt;
      if (now - file.changedAt < settledAfter || (isSame && now < before.until)) continue;
      const state = { size: file.size, changedAt: file.changedAt };
      try {
        const until = await take(file, at);
        if (until === undefined) taken += 1;
        else seen.set(path, { ...state, until, attempts: 0 });
      } catch (error) {
        countEdiFile("failed");
        log.error({ name: file.name, err: error }, "an inbound EDI file could not be taken in");
        const attempts = isSame ? before.attempts + 1 : 1;
        const isPassedOver = attempts >= maxAttempts || isOfFile(error);
        seen.set(path, { ...state, attempts, until: isPassedOver ? now + passedOverFor : now });
        // Later files must not overtake it unnecessarily.
        if (!isPassedOver) break;
      }
    }
    return taken;
  };
}

/** Whether the disk fails, and not the database. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "syscall" in error && "path" in error;

// How often the inbound folder is polled.
const lookEvery = 1000;

/**
 * Runs the streams of EDI documents, and polls the inbound folder. `onAdvanced` is called when documents were advanced.
 */
export async function startEdiJobs(
  context: JobsContext,
  engine: EdiEngine,
  onAdvanced: () => Promise<void>,
): Promise<DueWork> {
  const { underWay, log } = context;
  const due = await startDueWork(context, {
    queue: "due-edi",
    message: "EDI documents advanced",
    advance: async (at) => {
      const advanced = await advanceDueEdi(engine, at);
      if (advanced.taken > 0) await onAdvanced();
      return advanced;
    },
    nextDueTime: (after) => nextDueEdi(engine.database, after),
  });
  const takeInFolder = createInbox(engine, log);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const taken = await takeInFolder(new Date());
      if (taken > 0) {
        log.info({ taken }, "EDI files came in");
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
