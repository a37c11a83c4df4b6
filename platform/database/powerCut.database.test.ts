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
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { SyncedFolder, syncedStart } from "./syncedFolder.mjs";

const home = mkdtempSync(join(tmpdir(), "power-cut-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** By inode: what the disk surely has of a file. */
const synced = new Map<number, Buffer>();
function keep(handle: number): void {
  const { ino, size } = fstatSync(handle);
  const content = Buffer.alloc(size);
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

test("whenever the power fails, the embedded database has what it committed", async () => {
  const data = join(home, "database");
  const client = await open(new SyncedFolder(data, keep));
  await client.exec("create table kept (number int primary key, words text)");
  let committed = 0;
  for (const round of [1, 2, 3]) {
    for (let more = 0; more < 40; more += 1) {
      await client.query("insert into kept values ($1, $2)", [committed + 1, "words ".repeat(200)]);
      committed += 1;
      await client.query("update kept set words = words || 'more' where number % 7 = $1", [more % 7]);
    }
    if (round === 2) await client.exec("checkpoint");
    const after = join(home, `after-${round}`);
    cut(data, after);
    const again = await open(new SyncedFolder(after));
    const { rows } = await again.query("select count(*)::int as kept, max(number) as last from kept");
    expect(rows).toEqual([{ kept: committed, last: committed }]);
    await again.query("insert into kept values (0, 'afterwards')");
    await again.close();
  }
  await client.close();
}, 120_000);
