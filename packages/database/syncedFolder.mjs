import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * PGlite's folder of files. PGlite itself starts PostgreSQL without fsync (`-F`), and its file system has none: a power
 * cut would take what was committed, or the whole database. Here both have.
 */
export class SyncedFolder extends NodeFS {
  /**
   * @param {string} folder
   * @param {(handle: number) => void} sync
   */
  constructor(folder, sync = fsyncSync) {
    super(folder);
    this.folder = folder;
    this.sync = sync;
    this.isNew = !existsSync(join(folder, "PG_VERSION"));
  }

  /** @type {NodeFS["init"]} */
  async init(client, options) {
    const { emscriptenOpts } = await super.init(client, options);
    /** @param {{ NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } }} module */
    const addSync = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) this.sync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  /** Flushes all files of a new database, which was made without. */
  syncNew() {
    if (!this.isNew) return;
    for (const { parentPath, name } of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      const handle = openSync(join(parentPath, name), "r");
      this.sync(handle);
      closeSync(handle);
    }
  }
}

/** PostgreSQL's arguments: with fsync, by the one system call that PGlite has for it. */
export const syncedStart = [
  ...PGlite.defaultStartParams.filter((argument) => argument !== "-F"),
  ...["-c", "wal_sync_method=fsync"],
];
