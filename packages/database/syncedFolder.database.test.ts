import { once } from "node:events";
import {
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { SyncedFolder, syncedStart } from "./syncedFolder.mjs";

const home = mkdtempSync(join(tmpdir(), "power-cut-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** By inode: what the disk surely has of a file. */
const synced = new Map<number, Buffer>();
function keep(handle: number): void {
  const { ino, size } = fstatSync(handle);
  const before = synced.get(ino);
  const content = before?.length === size ? before : Buffer.alloc(size);
  if (fstatSync(handle).isFile()) readSync(handle, content, 0, size, 0);
  synced.set(ino, content);
}

const open = async (folder: SyncedFolder) => {
  const client = await PGlite.create({ fs: folder, startParams: syncedStart });
  folder.syncNew();
  return client;
};

const pageBytes = 8192;

/** The folder after a power cut: of each page that was not synced, the disk has either version. */
function cut(folder: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [from, path] = [join(folder, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      cut(from, path);
      continue;
    }
    const content = readFileSync(from);
    const before = synced.get(statSync(from).ino) ?? Buffer.alloc(0);
    const left = Buffer.alloc(before.length);
    for (let at = 0; at < left.length; at += pageBytes)
      (Math.random() < 0.5 && content.length >= at + pageBytes ? content : before).copy(
        left,
        at,
        at,
        at + pageBytes,
      );
    writeFileSync(path, left);
  }
}

test("whenever the power fails, the embedded database has what it committed [records#on-disk]", async () => {
  const data = join(home, "database");
  const client = await open(new SyncedFolder(data, keep));
  await client.exec("create table kept (number int primary key, words text)");
  let committed = 0;
  for (const round of [1, 2]) {
    for (let more = 0; more < 40; more += 1) {
      await client.query("insert into kept values ($1, $2)", [committed + 1, "words ".repeat(200)]);
      committed += 1;
      if (round === 2 && more === 20) await client.exec("checkpoint");
      await client.query("update kept set words = words || 'more' where number % 7 = $1", [more % 7]);
    }
    const after = join(home, `after-${round}`);
    cut(data, after);
    const again = await open(new SyncedFolder(after));
    const { rows } = await again.query("select count(*)::int as kept, max(number) as last from kept");
    expect(rows).toEqual([{ kept: committed, last: committed }]);
    await again.query("insert into kept values (0, 'afterwards')");
    await again.close();
  }
  await client.close();
});

/** A folder on a disk that may be full: then no file grows, and what it has can be overwritten. */
class SmallDisk extends SyncedFolder {
  isFull = false;

  override async init(client: PGlite, options: Parameters<SyncedFolder["init"]>[1]) {
    const { emscriptenOpts } = await super.init(client, options);
    const addLimit = ({ NODEFS: { stream_ops }, FS }: FileSystems) => {
      const { write } = stream_ops;
      stream_ops.write = (stream, bytes, offset, length, position) => {
        const end = (position ?? stream.position) + length;
        if (this.isFull && end > fstatSync(stream.nfd).size) throw new FS.ErrnoError(noSpace);
        return write(stream, bytes, offset, length, position);
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addLimit] } };
  }
}

type Write = (
  stream: { nfd: number; position: number },
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number | undefined,
) => number;
type FileSystems = {
  NODEFS: { stream_ops: { write: Write } };
  FS: { ErrnoError: new (code: number) => Error };
};
const noSpace = 51;

test("a full disk refuses what does not fit, and takes nothing that was committed", async () => {
  const data = join(home, "full");
  const disk = new SmallDisk(data);
  const client = await open(disk);
  await client.exec("create table kept (number int primary key, words text)");
  const add = (number: number) =>
    client.query("insert into kept values ($1, $2)", [number, "words ".repeat(200)]);
  for (let number = 1; number <= 50; number += 1) await add(number);
  disk.isFull = true;
  let committed = 50;
  await expect(
    (async () => {
      for (;;) {
        await add(committed + 1);
        committed += 1;
      }
    })(),
  ).rejects.toThrow("No space left on device");
  const rows = async (of: PGlite) => (await of.query("select count(*)::int as kept from kept")).rows;
  expect(await rows(client)).toEqual([{ kept: committed }]);
  disk.isFull = false;
  await add(committed + 1);

  // Where the log of what was written has no room, PostgreSQL itself gives up, and starts again where there is.
  disk.isFull = true;
  await expect(
    (async () => {
      for (;;) await client.query("select pg_logical_emit_message(true, 'x', repeat('y', 1000000))");
    })(),
  ).rejects.toMatchObject({ severity: "PANIC", message: expect.stringContaining("No space left on device") });
  const again = await open(new SmallDisk(data));
  expect(await rows(again)).toEqual([{ kept: committed + 1 }]);
  await again.close();
});

test("a database that gives up ends its thread, with the reason", async () => {
  const dataDir = join(home, "gives-up");
  mkdirSync(dataDir);
  const thread = new Worker(new URL("./pgliteThread.mjs", import.meta.url), { workerData: { dataDir } });
  await once(thread, "message");
  rmSync(join(dataDir, "pg_wal"), { recursive: true });
  const query = Buffer.from("\0select pg_logical_emit_message(true, 'x', repeat('y', 20000000))\0");
  thread.postMessage(
    Buffer.concat([
      Buffer.from("Q"),
      Buffer.from(Uint32Array.of(query.length + 3).buffer).swap32(),
      query.subarray(1),
    ]),
  );
  await expect(once(thread, "error")).resolves.toEqual([
    expect.objectContaining({ message: expect.stringContaining("The embedded database stopped: could not") }),
  ]);
});
