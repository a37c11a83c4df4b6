import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { storedFiles } from "#platform/database/schema/exos.ts";
import { findBlob, noteFile, storeBlob } from "#platform/domains/exos/files.ts";
import { type FileStore, FileStoreFailure } from "#platform/outside/files/fileStore.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";

const newBlob = (words: string) => ({
  id: `exos/${randomUUID()}/return-label.pdf`,
  contentType: "application/pdf",
  fileName: "label.pdf",
  content: new TextEncoder().encode(words),
  createdAt: new Date(),
});

async function words(database: Connection["database"], files: FileStore, id: string): Promise<string> {
  const found = await findBlob(database, files, id);
  if (found === undefined || found === "lost") throw new Error(`There is no file '${id}'`);
  return Buffer.from(found.content).toString();
}

describe.each(testDatabases())("files of returns on $name", ({ open }) => {
  let connection: Connection;
  let home: string;
  let files: FileStore;
  beforeAll(async () => {
    connection = await open();
    home = await mkdtemp(join(tmpdir(), "files-"));
    files = await openFolderStore(home);
  });
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true });
  });

  const keep = async (words: string) => {
    const blob = newBlob(words);
    const file = await storeBlob(files, blob);
    await noteFile(connection.database, file);
    return { blob, file };
  };

  test("are those of the first process that recorded them", async () => {
    const { database } = connection;
    const { blob } = await keep("the first");
    const second = { ...blob, content: new TextEncoder().encode("the second") };
    await noteFile(database, await storeBlob(files, second));
    expect(await words(database, files, blob.id)).toBe("the first");
  });

  test("are not found where none was stored, and reported as lost or changed otherwise", async () => {
    const { database } = connection;
    expect(await findBlob(database, files, "exos/none/return-label.pdf")).toBeUndefined();
    const { blob, file } = await keep("as it was");
    await files.put(file.key, new TextEncoder().encode("as it is"), blob.contentType);
    const changed = await findBlob(database, files, blob.id).catch((error: unknown) => error);
    expect(changed).toBeInstanceOf(FileStoreFailure);
    const words = expect.stringContaining("not as it was stored");
    expect(changed).toMatchObject({ statusCode: 503, message: words });
    await files.remove(file.key);
    expect(await findBlob(database, files, blob.id)).toBe("lost");
    await database.delete(storedFiles).where(eq(storedFiles.id, blob.id));
    expect(await findBlob(database, files, blob.id)).toBeUndefined();
  });
});
