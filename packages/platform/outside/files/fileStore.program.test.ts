import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasObjectStore, startObjectStore } from "../../../../tests/support/objectStore.ts";
import { type FileStore, FileStoreFailure } from "./fileStore.ts";
import { openS3Store, type S3Place } from "./s3Store.ts";
import { openFileStore } from "./settings.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

/** The contract of every file store. */
function everyStore(open: () => Promise<FileStore>): void {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });

  test("returns the stored bytes, to another handle, too", async () => {
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
    await store.put("labels/a-1/label_1.pdf", content, "application/pdf");
    const found = await (await open()).get("labels/a-1/label_1.pdf");
    expect(Buffer.compare(found ?? bytes(""), content)).toBe(0);
    await store.put("labels/a-1/empty", bytes(""), "text/plain");
    expect((await store.get("labels/a-1/empty"))?.byteLength).toBe(0);
  });

  test("puts one in place of another, and the same one twice", async () => {
    for (const words of ["one", "two", "two"])
      await store.put("slips/s.pdf", bytes(words), "application/pdf");
    expect(Buffer.from((await store.get("slips/s.pdf")) ?? []).toString()).toBe("two");
  });

  test("has nothing under an unused or removed key, and removes twice", async () => {
    expect(await store.get("slips/none.pdf")).toBeUndefined();
    await store.put("slips/gone.pdf", bytes("gone"), "application/pdf");
    await store.remove("slips/gone.pdf");
    await store.remove("slips/gone.pdf");
    expect(await store.get("slips/gone.pdf")).toBeUndefined();
  });

  test("lists by the beginning of keys, with sizes and times", async () => {
    const before = Date.now() - 2000;
    for (const key of ["list/a/1", "list/a/2", "list/ab", "listen"])
      await store.put(key, bytes(key), "text/plain");
    for (const prefix of ["list/", "list/a"])
      expect(await keysOf(store, prefix)).toEqual(["list/a/1", "list/a/2", "list/ab"]);
    for (const prefix of ["list/none", "list/none/none/"]) expect(await keysOf(store, prefix)).toEqual([]);
    for await (const { size, changedAt } of store.list("list/ab")) {
      expect(size).toBe(7);
      expect(changedAt.getTime()).toBeGreaterThan(before);
      expect(changedAt.getTime()).toBeLessThan(Date.now() + 2000);
    }
  });

  const noKeys = ["", "/a", "a/", "a//b", "../a", "a/../../b", "a/.b", ".a", "a b", "a\\b", "a\0b", "ä"];
  test.each([...noKeys, "x".repeat(513)])("takes no key that is none: %j", async (key) => {
    for (const work of [store.put(key, bytes("x"), "text/plain"), store.get(key), store.remove(key)])
      await expect(work).rejects.toThrow("is no key of a file");
  });
}

describe("files in a folder", () => {
  let home: string;
  const open = () => openFileStore({ kind: "folder", folder: join(home, "files") });
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "files-"));
  });
  afterAll(() => rm(home, { recursive: true }));

  everyStore(open);

  test("are this account's alone, and no partial file is next to them", async () => {
    const store = await open();
    await store.put("own/one", bytes("one"), "text/plain");
    expect((await stat(join(home, "files/own/one"))).mode & 0o077).toBe(0);
    expect(await readdir(join(home, "files/own"))).toEqual(["one"]);
  });

  test("are listed nowhere but in their folder", async () => {
    await writeFile(join(home, "beside"), "not a file of the store");
    const listing = keysOf(await open(), "../");
    await expect(listing).rejects.toThrow("is no key of a file");
  });

  test("fail in words where the disk does not take them, and leave nothing", async () => {
    const store = await open();
    await writeFile(join(home, "files/barred"), "a file where a folder has to be");
    await expect(store.put("barred/one", bytes("one"), "text/plain")).rejects.toThrow(FileStoreFailure);
    await expect(store.get("barred/one")).rejects.toThrow("did not give barred/one");
    await store.put("folder/one", bytes("one"), "text/plain");
    await expect(store.put("folder", bytes("one"), "text/plain")).rejects.toThrow("did not take folder");
    expect((await readdir(join(home, "files"))).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe.skipIf(!hasObjectStore)("files on S3", () => {
  let server: Awaited<ReturnType<typeof startObjectStore>>;
  beforeAll(async () => {
    server = await startObjectStore();
  });
  afterAll(() => server.stop());

  everyStore(() => openFileStore({ kind: "s3", ...server.place }));

  test("are listed beyond one page", async () => {
    const store = await openS3Store(server.place, { filesAtOnce: 5 });
    const keys = Array.from({ length: 12 }, (_, index) => `many/${String(index).padStart(4, "0")}`);
    for (const key of keys) await store.put(key, bytes(key), "text/plain");
    expect(await keysOf(store, "many/")).toEqual(keys);
  });

  test("are refused to anybody with another secret, who gets an error when the store is opened", async () => {
    const opening = openS3Store({ ...server.place, secret: "another secret" });
    await expect(opening).rejects.toThrow("did not list its files");
    await expect(opening).rejects.toMatchObject({ cause: { message: expect.stringContaining("403") } });
  });

  test("need a bucket that is there", async () => {
    const bucketUrl = server.place.bucketUrl.replace(/files$/, "no-such-bucket");
    await expect(openS3Store({ ...server.place, bucketUrl })).rejects.toMatchObject({
      message: expect.stringContaining(bucketUrl),
      cause: { message: "There is no such bucket" },
    });
  });
});

describe("an object store that stumbles", () => {
  const list = '<?xml version="1.0"?><ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>';
  const requests: string[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    requests.push(request.method ?? "");
    request.resume();
    request.on("end", () => {
      failures -= 1;
      if (failures >= 0) return void (failures % 2 ? response.destroy() : response.writeHead(503).end());
      response.end(request.method === "GET" ? list : "");
    });
  });
  let place: S3Place;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const bucketUrl = `http://127.0.0.1:${port}/files`;
    place = { bucketUrl, region: "us-east-1", keyId: "key", secret: "hush" };
  });
  afterAll(() => void server.close());

  test("is tried three times, and then reported as failed, without the secret", async () => {
    const store = await openS3Store(place);
    requests.length = 0;
    failures = 2;
    await store.put("one", bytes("one"), "text/plain");
    expect(requests).toEqual(["PUT", "PUT", "PUT"]);
    failures = 99;
    requests.length = 0;
    const failed = await store.get("one").catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FileStoreFailure);
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain("hush");
    failures = 0;
  });
});
