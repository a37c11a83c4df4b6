import { setTimeout as delay } from "node:timers/promises";
import { S3mini } from "s3mini";
import { assertKey, type FileStore, FileStoreFailure, type ListedFile } from "./fileStore.ts";

export type S3Place = {
  /** The bucket's address, without a trailing slash: the bucket is its path or the first part of its host. */
  bucketUrl: string;
  region: string;
  keyId: string;
  secret: string;
};

const waitsMs = [200, 1000];
const timeoutMs = 15_000;
/** The most files that S3 lists in one response. */
const maxBatchSize = 1000;

const isPassing = (status: number) => status === 429 || status >= 500;

async function attempt(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  // The whole body: one that breaks off is a failure of this attempt.
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, answer);
}

/** Three attempts with 15 seconds each: every request of this store may be repeated. */
const patientFetch: typeof fetch = async (input, init) => {
  for (const waitMs of waitsMs) {
    const answer = await attempt(input, init).catch(() => undefined);
    if (answer && !isPassing(answer.status)) return answer;
    await delay(waitMs);
  }
  return attempt(input, init);
};

/**
 * Files in a bucket of an S3-compatible store. `filesAtOnce` is the page size of lists, `fetching` sends the requests.
 * Throws where the bucket doesn't exist, or is not accessible.
 */
export async function openS3Store(
  { bucketUrl, region, keyId, secret }: S3Place,
  { filesAtOnce = maxBatchSize, fetching = patientFetch } = {},
): Promise<FileStore> {
  const client = new S3mini({
    accessKeyId: keyId,
    secretAccessKey: secret,
    endpoint: bucketUrl,
    region,
    fetch: fetching,
  });

  async function attempt<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      throw new FileStoreFailure(`The bucket ${bucketUrl} did not ${what}`, { cause });
    }
  }

  const page = (prefix: string, token?: string) =>
    attempt("list its files", async () => {
      const found = await client.listObjectsPaged("/", prefix, filesAtOnce, token);
      if (!found) throw new Error("There is no such bucket");
      return found;
    });

  async function* list(prefix: string): AsyncGenerator<ListedFile> {
    let token: string | undefined;
    do {
      const { objects, nextContinuationToken } = await page(prefix, token);
      for (const { Key, Size, LastModified } of objects ?? [])
        yield { key: Key, size: Number(Size), changedAt: new Date(LastModified) };
      token = nextContinuationToken;
    } while (token);
  }

  await page("");
  return {
    put: async (key, content, contentType) => {
      assertKey(key);
      await attempt(`take ${key}`, () => client.putObject(key, content, contentType));
    },
    get: async (key) => {
      assertKey(key);
      return attempt(`give ${key}`, async () => {
        const answer = await client.getObjectResponse(key);
        return answer ? new Uint8Array(await answer.arrayBuffer()) : undefined;
      });
    },
    remove: async (key) => {
      assertKey(key);
      await attempt(`remove ${key}`, () => client.deleteObject(key));
    },
    list,
  };
}
