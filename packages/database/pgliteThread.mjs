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

/**
 * The reason why PostgreSQL gave up, if it did: on a full disk, for one. PGlite does not end then, and would never answer
 * again. A reply is messages of a letter, four bytes of their length and their content.
 * @param {Uint8Array} reply
 */
function panicIn(reply) {
  const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.length);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== "E".charCodeAt(0)) continue;
    const fields = bytes.toString("utf8", at + 5, at + 1 + bytes.readUInt32BE(at + 1)).split("\0");
    if (fields.includes("VPANIC")) return fields.find((field) => field.startsWith("M"))?.slice(1);
  }
  return undefined;
}

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
  const panic = panicIn(reply);
  if (panic !== undefined) throw new Error(`The embedded database stopped: ${panic}`);
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
