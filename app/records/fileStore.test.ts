import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const synced: string[] = [];

// A store loaded by other tests would sync unobserved.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("node:fs", watchedFs);
});
afterAll(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

async function watchedFs(load: <T>() => Promise<T>) {
  const fs = await load<typeof import("node:fs")>();
  const fsync: typeof fs.fsync = Object.assign(
    (descriptor: number, done: (problem: NodeJS.ErrnoException | null) => void) => {
      fs.fsync(descriptor, (problem) => {
        synced.push("folder");
        done(problem);
      });
    },
    { __promisify__: fs.fsync.__promisify__ },
  );
  return { ...fs, fsync };
}

test("a record and its name are on the disk before its write is acknowledged, a lock need not be [records#on-disk]", async () => {
  const { openFileStore } = await import("./fileStore.server.ts");
  const folder = await mkdtemp(join(tmpdir(), "records-"));
  const handle = await open(folder);
  const proto: typeof handle = Object.getPrototypeOf(handle);
  const syncFile = proto.sync;
  vi.spyOn(proto, "sync").mockImplementation(async function (this: typeof handle) {
    await syncFile.call(this);
    synced.push("file");
  });
  await handle.close();
  const store = openFileStore(folder, () => undefined);
  const during = async (work: Promise<unknown>) => {
    synced.length = 0;
    await work;
    return [...synced];
  };
  try {
    expect(await during(store.set("a", "1", 60))).toEqual(["file", "folder"]);
    expect(await during(store.take("a"))).toEqual(["folder"]);
    expect(await during(store.lock("l", "me", 60))).toEqual([]);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
    vi.restoreAllMocks();
  }
});
