// Plain JavaScript, so that the thread starts without a loader, which would take as long as opening the database.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { SyncedFolder, syncedStart } from "./syncedFolder.mjs";

const port = parentPort;
if (!port) throw new Error("PGlite runs in a worker thread");
/** @type {import("./connect.ts").PgliteFolder} */
const { dataDir, dump } = workerData;
const folder = dataDir === undefined ? undefined : new SyncedFolder(dataDir);
const client = await PGlite.create({
  ...(folder && { fs: folder, startParams: syncedStart }),
  loadDataDir: dump,
  extensions: { btree_gin, pg_trgm },
});
folder?.syncNew();
// GIN pending lists: new rows are collected, and the insert that fills the list sorts all of them. The limit is small,
// so that this takes a few milliseconds.
await client.exec("set gin_pending_list_limit = '64kB'");

/** @param {Uint8Array} request */
async function answer(request) {
  // The bytes are transferred, not copied again: they must not be a view of the database's own memory.
  const reply = (await client.execProtocolRaw(request)).slice();
  port?.postMessage(reply, [reply.buffer]);
}

/**
 * Requests are answered in the order in which they come.
 * @type {Promise<void>}
 */
let last = Promise.resolve();

// A failure of the database ends this thread, and the platform with it; a failed query is a normal reply.
port.on("message", (/** @type {Uint8Array | "close"} */ request) => {
  last = last.then(async () => {
    if (request !== "close") return answer(request);
    await client.close();
    port.close();
  });
});
port.postMessage("open");
