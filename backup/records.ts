import { hkdfSync } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Redis } from "ioredis";
import { z } from "zod";
import { recordFolders } from "#app/records/folders.ts";
import { redisPrefix } from "#app/records/redisStore.server.ts";
import { hasFiles, setAside } from "./folders.ts";

/** Where the portal keeps its records: in Redis, or in folders of its working directory. */
export type RecordsPlace = { redisUrl: string | undefined };

/** A record as it is kept: its hashed name, what is sealed in it, and when it ends, in epoch milliseconds. */
const kept = z.object({ name: z.string().regex(/^[0-9a-f]{64}$/), value: z.string(), expiresAt: z.number() });
type Kept = z.output<typeof kept>;

const isRecord = (name: string) => /^[0-9a-f]{64}$/.test(name);
const keysAtOnce = 500;

/** Tells whether two secrets are the same, and nothing of either. */
export const secretMark = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal backup mark v1", 16)).toString("hex");

async function* inFolder(folder: string): AsyncGenerator<Kept> {
  if (!(await hasFiles(folder))) return;
  for (const name of (await readdir(folder)).filter(isRecord)) {
    const path = join(folder, name);
    // One that was deleted meanwhile is no loss.
    const found = await stat(path).catch(() => undefined);
    const value = found && (await readFile(path, "utf8").catch(() => undefined));
    if (found && value !== undefined && found.mtimeMs > Date.now())
      yield { name, value, expiresAt: Math.round(found.mtimeMs) };
  }
}

async function* inRedis(redis: Redis): AsyncGenerator<Kept> {
  for await (const keys of redis.scanStream({ match: `${redisPrefix}*`, count: keysAtOnce })) {
    for (const key of z.array(z.string()).parse(keys)) {
      const [value, lifeMs] = await Promise.all([redis.get(key), redis.pttl(key)]);
      const name = key.slice(redisPrefix.length);
      if (value !== null && lifeMs > 0) yield { name, value, expiresAt: Date.now() + lifeMs };
    }
  }
}

async function* linesOf(records: AsyncIterable<Kept>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

async function* recordsIn(file: string): AsyncGenerator<Kept> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const record = kept.parse(JSON.parse(line));
    if (record.expiresAt > Date.now()) yield record;
  }
}

const write = (file: string, records: AsyncIterable<Kept>) =>
  pipeline(Readable.from(linesOf(records)), createWriteStream(file, { mode: 0o600 }));

/** Uses Redis for as long as `work` takes. */
async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { maxRetriesPerRequest: 2, connectTimeout: 5_000 });
  let problem: unknown;
  redis.on("error", (error) => {
    problem = error;
  });
  try {
    return await work(redis);
  } catch (thrown) {
    if (problem === undefined) throw thrown;
    throw new Error("SESSION_STORE_URL: Redis does not answer", { cause: problem });
  } finally {
    redis.disconnect();
  }
}

/** Writes every record that has not ended into `folder`. */
export async function backUpRecords({ redisUrl }: RecordsPlace, folder: string): Promise<"files" | "redis"> {
  await mkdir(folder, { mode: 0o700 });
  if (redisUrl) {
    await withRedis(redisUrl, (redis) => write(join(folder, "redis.jsonl"), inRedis(redis)));
    return "redis";
  }
  for (const [name, place] of Object.entries(recordFolders))
    await write(join(folder, `${name}.jsonl`), inFolder(place));
  return "files";
}

/** What stands in the way of restoring records, in words. */
export async function recordsInTheWay({ redisUrl }: RecordsPlace): Promise<string[]> {
  if (redisUrl) {
    const [, keys] = await withRedis(redisUrl, (redis) =>
      redis.scan(0, "MATCH", `${redisPrefix}*`, "COUNT", 1e6),
    );
    return keys.length > 0 ? [`Redis holds ${keys.length} records of the portal`] : [];
  }
  const words: string[] = [];
  for (const place of Object.values(recordFolders))
    if (await hasFiles(place)) words.push(`${place} holds records`);
  return words;
}

async function intoFolder(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { name, value, expiresAt } of recordsIn(file)) {
    const fresh = join(folder, `.${name}`);
    await writeFile(fresh, value, { mode: 0o600 });
    await utimes(fresh, new Date(), new Date(expiresAt));
    await rename(fresh, join(folder, name));
  }
}

async function intoRedis(files: readonly string[], redis: Redis): Promise<void> {
  for await (const keys of redis.scanStream({ match: `${redisPrefix}*`, count: keysAtOnce })) {
    const known = z.array(z.string()).parse(keys);
    if (known.length > 0) await redis.del(known);
  }
  for (const file of files)
    for await (const { name, value, expiresAt } of recordsIn(file))
      await redis.set(redisPrefix + name, value, "PXAT", expiresAt);
}

/**
 * Puts records back, those that have ended since left out; what is there already is set aside, or in Redis deleted.
 * Records of files may go into Redis, not the other way round: Redis does not tell lasting ones from the others. Throws
 * an Error in words.
 */
export async function restoreRecords(
  { redisUrl }: RecordsPlace,
  folder: string,
  kind: "files" | "redis",
  at: Date,
): Promise<void> {
  const names = kind === "redis" ? ["redis"] : Object.keys(recordFolders);
  if (redisUrl) {
    const files = names.map((name) => join(folder, `${name}.jsonl`));
    return withRedis(redisUrl, (redis) => intoRedis(files, redis));
  }
  for (const [name, place] of Object.entries(recordFolders)) {
    if (await hasFiles(place)) await setAside(place, at);
    await intoFolder(join(folder, `${name}.jsonl`), place);
  }
}
