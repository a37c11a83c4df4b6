import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** What the thread opens: a folder, or memory without one; `dump` is what a new one begins as. */
export type PgliteFolder = { dataDir: string | undefined; dump: Blob | undefined };

const port = parentPort;
if (!port) throw new Error("PGlite runs in a worker thread");
const { dataDir, dump }: PgliteFolder = workerData;
const client = await PGlite.create({ dataDir, loadDataDir: dump, extensions: { btree_gin, pg_trgm } });

/** Requests are answered in the order in which they come. */
let last: Promise<void> = Promise.resolve();

async function answer(request: Uint8Array): Promise<void> {
  // The bytes are handed over, not copied again: they must not be a view of the database's own memory.
  const reply = (await client.execProtocolRaw(request)).slice();
  port?.postMessage(reply, [reply.buffer]);
}

/** A failure of the database itself ends this thread, and the platform with it; one of a query is its reply. */
port.on("message", (request: Uint8Array | "close") => {
  last = last.then(async () => {
    if (request !== "close") return answer(request);
    await client.close();
    port.close();
  });
});
port.postMessage("open");
