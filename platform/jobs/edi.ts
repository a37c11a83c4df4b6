import { dropLostParts } from "#platform/domains/edi/documents/longBytes.ts";
import { listStaged } from "#platform/domains/edi/interchanges/repository.ts";
import { takeInInterrupted } from "#platform/domains/edi/interchanges/takeIn.ts";
import { countEdiFile } from "#platform/metrics.ts";
import { advanceDueEdi, type EdiEngine, nextDueEdi } from "./advanceEdi.ts";
import { type DueWork, type JobsContext, startDueWork } from "./dueWork.ts";
import { createInbox } from "./ediInbox.ts";

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
  const resume = async () => {
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
  // Left by a process that crashed between staging a file, or storing its bytes, and recording that.
  const hourAgo = new Date(Date.now() - 3_600_000);
  await engine.folder.tidy(await listStaged(engine.database), hourAgo);
  await dropLostParts(engine.database, hourAgo);
  const looks = setInterval(() => void underWay.track(look()), lookEvery);
  void underWay.track(resume());
  await due.wake();
  return {
    wake: due.wake,
    stop: () => {
      clearInterval(looks);
      due.stop();
    },
  };
}
