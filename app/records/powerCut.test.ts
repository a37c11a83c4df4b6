import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { schedules } from "#tests/support/models.ts";

/*
 * The store's own calls of the file system, on a disk that keeps only what was synced: a file's content once the file
 * is, a folder's names once the folder is. Of what was not synced, a power cut leaves the oldest names, any number of
 * them, and files that are empty. A full disk refuses to write.
 */
const disk = (() => {
  type File = { content: string; modified: number };
  type Change = { name: string; file: number | undefined };
  const state = {
    files: new Map<number, File>(),
    names: new Map<string, number>(),
    /** By path: the system gives the number of a replaced file to the next one. */
    numbers: new Map<string, number>(),
    pending: [] as Change[],
    /** Written files by their handles. */
    open: new Map<number, string>(),
    folder: "",
    handle: -1,
    calls: 0,
    isFull: false,
    onCall: (): void => undefined,
  };
  return {
    state,
    call() {
      state.calls += 1;
      state.onCall();
    },
    change(name: string, file: number | undefined) {
      state.pending.push({ name, file });
    },
    /** The folder's names after its `many` oldest unsynced changes. */
    namesAfter(many: number) {
      const names = new Map(state.names);
      for (const { name, file } of state.pending.slice(0, many))
        if (file === undefined) names.delete(name);
        else names.set(name, file);
      return names;
    },
  };
})();

async function recordedFs(load: <T>() => Promise<T>) {
  const fs = await load<typeof import("node:fs")>();
  const isRecord = (path: string) => dirname(path) === disk.state.folder;
  return {
    ...fs,
    openSync(path: string, ...rest: [never]) {
      const handle = fs.openSync(path, ...rest);
      if (path === disk.state.folder) disk.state.handle = handle;
      if (!isRecord(path) || !basename(path).startsWith(".")) return handle;
      disk.call();
      const number = disk.state.numbers.size;
      disk.state.numbers.set(path, number);
      disk.state.open.set(handle, path);
      disk.change(basename(path), number);
      return handle;
    },
    closeSync(handle: number) {
      disk.state.open.delete(handle);
      fs.closeSync(handle);
    },
    writeFileSync(handle: number, content: string) {
      if (disk.state.isFull) {
        fs.writeFileSync(handle, content.slice(0, 3));
        throw new Error("ENOSPC");
      }
      fs.writeFileSync(handle, content);
    },
    fsync(handle: number, done: (problem: Error | null) => void) {
      const path = disk.state.open.get(handle);
      if (path !== undefined) {
        const [content, { mtimeMs }] = [fs.readFileSync(path, "utf8"), fs.fstatSync(handle)];
        disk.state.files.set(disk.state.numbers.get(path) ?? -1, { content, modified: mtimeMs });
        disk.call();
        setImmediate(() => done(null));
        return;
      }
      disk.call();
      const synced = disk.state.pending.length;
      fs.fsync(handle, (problem) => {
        if (!problem && handle === disk.state.handle) {
          disk.state.names = disk.namesAfter(synced);
          disk.state.pending.splice(0, synced);
        }
        disk.call();
        done(problem);
      });
    },
    renameSync(from: string, to: string) {
      disk.call();
      const file = disk.state.numbers.get(from);
      fs.renameSync(from, to);
      disk.change(basename(from), undefined);
      disk.change(basename(to), file);
    },
    unlinkSync(path: string) {
      disk.call();
      fs.unlinkSync(path);
      if (isRecord(path)) disk.change(basename(path), undefined);
    },
  };
}

// A store loaded by other tests would write unobserved.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("node:fs", recordedFs);
});
afterAll(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});
const storeModule = () => import("./fileStore.server.ts");

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "power-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  disk.state.isFull = false;
  disk.state.onCall = () => undefined;
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const quiet = () => undefined;

/** What the disk has after a power cut, in a new folder. */
function folderAfterCut(kept: number): string {
  const folder = newFolder();
  mkdirSync(join(folder, ".turns"));
  for (const [name, file] of disk.namesAfter(kept)) {
    const { content, modified } = disk.state.files.get(file) ?? { content: "", modified: Date.now() };
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), new Date(), new Date(modified));
  }
  return folder;
}

const keys = ["a", "b", "c"] as const;
const change = fc.option(fc.string({ minLength: 1 }), { nil: undefined, freq: 2 });

test("whenever the power fails, what was acknowledged is on the disk, and what was not is whole or absent", async () => {
  const { openFileStore } = await storeModule();
  const work = fc.record({ a: fc.array(change), b: fc.array(change), c: fc.array(change) });
  await fc.assert(
    fc.asyncProperty(work, fc.nat(60), fc.nat(6), async (changes, cutAt, kept) => {
      const folder = newFolder();
      Object.assign(disk.state, { files: new Map(), names: new Map(), pending: [], folder, calls: 0 });
      /** By key: what was acknowledged last, and what was under way since. */
      const state = new Map(keys.map((key) => [key, [undefined] as (string | undefined)[]]));
      let left: { folder: string; possible: Map<string, (string | undefined)[]> } | undefined;
      disk.state.onCall = () => {
        if (disk.state.calls !== cutAt) return;
        left = { folder: folderAfterCut(kept), possible: structuredClone(state) };
      };
      const store = openFileStore(folder, quiet);
      await Promise.all(
        keys.map(async (key) => {
          for (const value of changes[key]) {
            state.get(key)?.push(value);
            await (value === undefined ? store.take(key) : store.set(key, value, 600));
            state.set(key, [value]);
          }
        }),
      );
      left ??= { folder: folderAfterCut(kept), possible: state };
      disk.state.onCall = quiet;
      await store.close();
      const again = openFileStore(left.folder, quiet);
      for (const key of keys) {
        expect(left.possible.get(key)).toContain(await again.get(key));
        await again.set(key, "afterwards", 600);
        expect(await again.get(key)).toBe("afterwards");
      }
      await again.close();
    }),
    schedules(40),
  );
});

test("a full disk refuses a change in an error, and leaves the record as it was", async () => {
  const { openFileStore } = await storeModule();
  const folder = newFolder();
  Object.assign(disk.state, { folder });
  const store = openFileStore(folder, quiet);
  await store.set("a", "before", 600);
  disk.state.isFull = true;
  await expect(store.set("a", "after", 600)).rejects.toThrow("ENOSPC");
  await expect(store.set("b", "new", 600)).rejects.toThrow("ENOSPC");
  expect([await store.get("a"), await store.get("b")]).toEqual(["before", undefined]);
  disk.state.isFull = false;
  expect(await store.set("a", "after", 600)).toBe(true);
  expect(await store.get("a")).toBe("after");
  await store.close();
});
