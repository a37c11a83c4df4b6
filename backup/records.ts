import { hkdfSync } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Redis } from "ioredis";
import { z } from "zod";
import { createFolderLock } from "#app/records/folderLock.server.ts";
import { redisPrefix } from "#app/records/redisStore.server.ts";
import { hasFiles, type Prepared, replaceFolder } from "./folders.ts";

/** The portal's record store: Redis, or folders. */
export type RecordsPlace = { redisUrl: string | undefined; folders: { sessions: string; lasting: string } };

/** A stored record: its hashed name, its encrypted content, and its expiry, in epoch milliseconds. */
const stored = z.object({
  name: z.string().regex(/^[0-9a-f]{64}$/),
  value: z.string(),
  expiresAt: z.number(),
});
export type Stored = z.output<typeof stored>;

const isRecord = (name: string) => /^[0-9a-f]{64}$/.test(name);
const keysAtOnce = 500;

/** A fingerprint for comparing secrets that reveals nothing of them. */
export const secretMark = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal backup mark v1", 16)).toString("hex");

async function* inFolder(folder: string): AsyncGenerator<Stored> {
  for (const name of (await readdir(folder)).filter(isRecord)) {
    const path = join(folder, name);
    const [{ mtimeMs }, value] = await Promise.all([stat(path), readFile(path, "utf8")]);
    if (mtimeMs > Date.now()) yield { name, value, expiresAt: Math.round(mtimeMs) };
  }
}

/**
 * Runs `work` with a folder of hard links to the records of each place at one moment. Records are replaced, never
 * modified: a second link preserves each one, and writes wait only while the links are made.
 */
async function atOneMoment<T>(
  places: readonly string[],
  work: (folders: string[]) => Promise<T>,
): Promise<T> {
  const folders = places.map((place) => join(place, ".backup"));
  const remove = () => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true })));
  await remove();
  const held = places.reduce<() => Promise<unknown>>(
    (inner, place) => () => createFolderLock(place).hold(inner),
    async () => {
      for (const [index, place] of places.entries()) {
        const folder = folders[index] ?? "";
        await mkdir(folder, { mode: 0o700 });
        for (const name of (await readdir(place)).filter(isRecord))
          await link(join(place, name), join(folder, name));
      }
    },
  );
  try {
    await held();
    return await work(folders);
  } finally {
    await remove();
  }
}

/** Copies every record into one list, at one moment: name, value and remaining lifetime, in milliseconds. */
const copyAll = `
local cursor, found = "0", 0
repeat
  local page = redis.call("scan", cursor, "match", ARGV[1] .. "*", "count", 1000)
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    local life = redis.call("pttl", key)
    local value = redis.call("get", key)
    if value and life > 0 then
      redis.call("rpush", KEYS[1], string.sub(key, #ARGV[1] + 1), value, life)
      found = found + 1
    end
  end
until cursor == "0"
redis.call("expire", KEYS[1], 3600)
return found`;
const copyKey = "utopia-portal-backup";

async function* inRedis(redis: Redis): AsyncGenerator<Stored> {
  await redis.del(copyKey);
  const count = z.number().parse(await redis.eval(copyAll, 1, copyKey, redisPrefix));
  const at = Date.now();
  const names = new Set<string>();
  for (let from = 0; from < count * 3; from += 3 * keysAtOnce) {
    const some = await redis.lrange(copyKey, from, from + 3 * keysAtOnce - 1);
    for (let index = 0; index < some.length; index += 3) {
      const [name = "", value = "", life] = some.slice(index, index + 3);
      // A scan may return a key twice.
      if (!names.has(name)) yield { name, value, expiresAt: at + Number(life) };
      names.add(name);
    }
  }
  await redis.del(copyKey);
}

async function* linesOf(records: AsyncIterable<Stored>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

async function* recordsIn(file: string): AsyncGenerator<Stored> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const record = stored.parse(JSON.parse(line));
    if (record.expiresAt > Date.now()) yield record;
  }
}

const write = (file: string, records: AsyncIterable<Stored>) =>
  pipeline(Readable.from(linesOf(records)), createWriteStream(file, { mode: 0o600 }));

/** Connects to Redis for the duration of `work`. */
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

/** Writes every unexpired record into `folder`, all of them from one moment. */
export async function backUpRecords(
  { redisUrl, folders: all }: RecordsPlace,
  folder: string,
): Promise<"files" | "redis"> {
  await mkdir(folder, { mode: 0o700 });
  if (redisUrl) {
    await withRedis(redisUrl, (redis) => write(join(folder, "redis.jsonl"), inRedis(redis)));
    return "redis";
  }
  const names = Object.keys(all);
  const places = Object.values(all);
  for (const place of places) await mkdir(place, { recursive: true, mode: 0o700 });
  await atOneMoment(places, async (folders) => {
    for (const [index, from] of folders.entries())
      await write(join(folder, `${names[index]}.jsonl`), inFolder(from));
  });
  return "files";
}

/** Why records cannot be restored, in words. */
export async function recordsInTheWay({ redisUrl, folders }: RecordsPlace): Promise<string[]> {
  if (redisUrl) {
    const [, keys] = await withRedis(redisUrl, (redis) =>
      redis.scan(0, "MATCH", `${redisPrefix}*`, "COUNT", 1e6),
    );
    return keys.length > 0 ? [`Redis holds ${keys.length} records of the portal`] : [];
  }
  const words: string[] = [];
  for (const place of Object.values(folders))
    if ((await hasFiles(place)) && (await readdir(place)).some(isRecord))
      words.push(`${place} holds records`);
  return words;
}

async function intoFolder(folder: string, records: AsyncIterable<Stored> | Iterable<Stored>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { name, value, expiresAt } of records) {
    await writeFile(join(folder, name), value, { mode: 0o600 });
    await utimes(join(folder, name), new Date(), new Date(expiresAt));
  }
}

/** Deletes all keys of a prefix. */
async function drop(redis: Redis, prefix: string): Promise<void> {
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: keysAtOnce })) {
    const known = z.array(z.string()).parse(keys);
    if (known.length > 0) await redis.del(known);
  }
}

const sparePrefix = "utopia-portal-restoring:";
/** Replaces the records of one prefix by those of another one, in one step. */
const swapAll = `
local function each(prefix, work)
  local cursor = "0"
  repeat
    local page = redis.call("scan", cursor, "match", prefix .. "*", "count", 1000)
    cursor = page[1]
    for _, key in ipairs(page[2]) do work(key) end
  until cursor == "0"
end
each(ARGV[2], function(key) redis.call("unlink", key) end)
each(ARGV[1], function(key) redis.call("rename", key, ARGV[2] .. string.sub(key, #ARGV[1] + 1)) end)`;

async function prepareInRedis(
  url: string,
  files: readonly string[],
  more: readonly Stored[],
): Promise<Prepared> {
  const discard = () => withRedis(url, (redis) => drop(redis, sparePrefix));
  await discard();
  await withRedis(url, async (redis) => {
    for (const file of files)
      for await (const { name, value, expiresAt } of recordsIn(file))
        await redis.set(sparePrefix + name, value, "PXAT", expiresAt);
    for (const { name, value, expiresAt } of more)
      await redis.set(sparePrefix + name, value, "PXAT", expiresAt);
  });
  const swap = async () =>
    void (await withRedis(url, (redis) => redis.eval(swapAll, 0, sparePrefix, redisPrefix)));
  return { swap, discard };
}

/**
 * Prepares records to be restored, without those that have expired since, and with `more` added. Existing ones are set
 * aside, or in Redis deleted. Records of files may go into Redis, not the other way round: Redis does not distinguish
 * permanent ones from the others. Throws an Error in words, and then nothing is changed.
 */
export async function prepareRecords(
  { redisUrl, folders }: RecordsPlace,
  folder: string,
  { kind, at, more }: { kind: "files" | "redis"; at: Date; more: readonly Stored[] },
): Promise<Prepared[]> {
  const names = kind === "redis" ? ["redis"] : Object.keys(folders);
  if (redisUrl) {
    const files = names.map((name) => join(folder, `${name}.jsonl`));
    return [await prepareInRedis(redisUrl, files, more)];
  }
  return Promise.all(
    Object.entries(folders).map(async ([name, place]) => {
      const spare = `${place}.restoring`;
      const discard = () => rm(spare, { recursive: true, force: true });
      await discard();
      await intoFolder(spare, recordsIn(join(folder, `${name}.jsonl`)));
      if (place === folders.sessions) await intoFolder(spare, more);
      return { swap: () => replaceFolder(spare, place, at), discard };
    }),
  );
}
