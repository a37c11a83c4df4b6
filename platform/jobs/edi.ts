import { createHash } from "node:crypto";
import { largestEdiFile } from "#contract/ediCheck.ts";
import { dropLostParts } from "#platform/domains/edi/documents/longBytes.ts";
import { TooMuchToRead } from "#platform/domains/edi/interchanges/fileFacts.ts";
import { listStaged } from "#platform/domains/edi/interchanges/repository.ts";
import { takeIn, takeInInterrupted } from "#platform/domains/edi/interchanges/takeIn.ts";
import { countEdiFile } from "#platform/metrics.ts";
import type { InboundFile } from "#platform/outside/ediFolder.ts";
import { advanceDueEdi, type EdiEngine, nextDueEdi } from "./advanceEdi.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";

// How often the folder for inbound files is checked, and how long a file has to lie there unchanged.
const lookEvery = 1000;
const settledAfter = 1000;

/**
 * Takes in the files that lie in the inbound folder and are complete. A file that was taken in before its process died
 * is recognised by its name, its time and its bytes. Returns how many were taken in.
 */
async function takeInFolder({ database, folder }: EdiEngine, log: JobsContext["log"], at: Date) {
  const isSettled = ({ changedAt }: InboundFile) => at.getTime() - changedAt >= settledAfter;
  let taken = 0;
  for (const { name, size, changedAt } of (await folder.listInbound()).filter(isSettled)) {
    if (size > largestEdiFile) {
      countEdiFile("quarantined");
      log.error({ name, size }, "an inbound EDI file is too large and was put into quarantine");
      await folder.settle(name, "quarantine");
      continue;
    }
    const content = await folder.readInbound(name);
    const key = `folder/${name}/${changedAt}/${createHash("sha256").update(content).digest("hex")}`;
    try {
      const { isUnreadable } = await takeIn(database, { key, name, origin: "folder", content }, at);
      countEdiFile(isUnreadable ? "quarantined" : "taken");
      await folder.settle(name, isUnreadable ? "quarantine" : "done");
    } catch (error) {
      if (!(error instanceof TooMuchToRead)) throw error;
      countEdiFile("quarantined");
      log.error({ name, err: error }, "an inbound EDI file could not be read and was put into quarantine");
      await folder.settle(name, "quarantine");
      continue;
    }
    taken += 1;
  }
  return taken;
}

/**
 * Runs the streams of EDI documents, and watches the folder for inbound files. `onAdvanced` is called when documents
 * went on.
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
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const taken = await takeInFolder(engine, log, new Date());
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
  const goOn = async () => {
    try {
      const taken = await takeInInterrupted(engine.database, new Date());
      if (taken > 0) {
        log.info({ taken }, "EDI files that were interrupted came in");
        await due.wake();
      }
    } catch (error) {
      log.error({ err: error }, "EDI files that were interrupted");
    }
  };
  // A process that died between staging a file, or keeping its bytes, and writing that down left them behind.
  const hourAgo = new Date(Date.now() - 3_600_000);
  await engine.folder.tidy(await listStaged(engine.database), hourAgo);
  await dropLostParts(engine.database, hourAgo);
  const looks = setInterval(() => void underWay.track(look()), lookEvery);
  void underWay.track(goOn());
  await due.wake();
  return {
    wake: due.wake,
    stop: () => {
      clearInterval(looks);
      due.stop();
    },
  };
}
