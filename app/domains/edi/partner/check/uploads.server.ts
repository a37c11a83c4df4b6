import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { makeRoom, type Quota } from "#app/http/quota.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { TakenIn } from "./check.ts";

const ttlSeconds = 60 * 60;

/** A person compares a file with the previous one; the files of all users together must leave room in the store. */
const ownQuota: Quota = { name: "edi-files", maxEntries: 2, maxBytes: 25_000_000, seconds: ttlSeconds };
const sharedQuota: Quota = { name: "edi-files", maxEntries: 100, maxBytes: 150_000_000, seconds: ttlSeconds };

const taken = z.object({
  at: z.string(),
  interchanges: z.array(z.object({ id: z.string(), name: z.string() })),
});

const upload = z.object({
  name: z.string(),
  size: z.number(),
  /** SHA-256 of its bytes, which identifies duplicates. */
  digest: z.string(),
  /** The result, once it was taken in. */
  taken: taken.optional(),
});
export type Upload = z.output<typeof upload>;

type Person = { subject: string };

const everybody = "everybody";
const sharedId = ({ subject }: Person, id: string) => JSON.stringify([subject, id]);
const ownerAndId = z.tuple([z.string(), z.string()]);

const uploadKey = ({ subject }: Person, id: string) => `edi-file:${subject}:${id}`;
const bytesKey = (person: Person, id: string) => `${uploadKey(person, id)}:bytes`;

async function dropUpload(person: Person, id: string): Promise<void> {
  await records.delete(uploadKey(person, id));
  await records.delete(bytesKey(person, id));
}

/**
 * Stores a person's file for an hour, across failed writes and sign-ins: it belongs to the person, not to the
 * session. Each person's two latest are stored, and of all users' as many as there is room for. Resolves to its ID.
 */
export async function keepUpload(person: Person, name: string, bytes: Uint8Array): Promise<string> {
  const id = randomUUID();
  const size = bytes.length;
  for (const oldest of await makeRoom(ownQuota, person.subject, { id, bytes: size }))
    await dropUpload(person, oldest);
  const shared = { id: sharedId(person, id), bytes: size };
  for (const oldest of await makeRoom(sharedQuota, everybody, shared)) {
    const [subject, of] = ownerAndId.parse(JSON.parse(oldest));
    await dropUpload({ subject }, of);
  }
  await records.set(bytesKey(person, id), Buffer.from(bytes).toString("base64"), ttlSeconds);
  const digest = createHash("sha256").update(bytes).digest("base64url");
  await records.set(uploadKey(person, id), { name, size: bytes.length, digest } satisfies Upload, ttlSeconds);
  return id;
}

/** A stored file of this person; undefined once it is gone. */
export const findUpload = (person: Person, id: string): Promise<Upload | undefined> =>
  records.get(uploadKey(person, id), upload);

/** Its bytes; undefined once they are gone. */
export async function readUpload(person: Person, id: string): Promise<Uint8Array | undefined> {
  const read = await records.get(bytesKey(person, id), z.string());
  return read === undefined ? undefined : Buffer.from(read, "base64");
}

/** Records the result of taking in a file. */
export const noteTakenIn = (person: Person, id: string, stored: Upload, became: TakenIn): Promise<void> =>
  records.set(uploadKey(person, id), { ...stored, taken: became } satisfies Upload, ttlSeconds);
