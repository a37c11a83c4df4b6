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
  /** @type {Uint8Array[]} */
  const pieces = [];
  // `execProtocolRaw` also parses the rows, and PGlite keeps those of all its calls for ever.
  await client.execProtocolRawStream(request, {
    // A view of the database's own memory.
    onRawData: (piece) => pieces.push(piece.slice()),
  });
  // One message, since an error makes the client take another socket, and with a buffer of its own, to be transferred.
  const reply = new Uint8Array(Buffer.concat(pieces));
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
