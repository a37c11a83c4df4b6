import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { openS3Store } from "#platform/outside/files/s3Store.ts";
import type { FilePlace } from "#platform/outside/files/settings.ts";
import { type Finding, findingsAbout } from "./finding.ts";
import { folderFinding } from "./machine.ts";
import { whyNoAnswer } from "./reach.ts";

type Step = "open" | "put" | "get" | "remove";
/**
 * The result of the last request: the status and, where the store names one, its error; or why there was no response.
 */
type Outcome = { status: number; code: string } | { failure: unknown };

const files = findingsAbout("Files");

/** The time limit of one request, in milliseconds: four of them are made one after the other. */
const timeoutMs = 2_000;

const mayMend = "Let the key of FILE_STORE_KEY_ID list, put, get and delete in the bucket of FILE_STORE_URL";

/** One attempt per request, and the last one's result. */
function watchedFetch() {
  let last: Outcome = { failure: undefined };
  const fetching: typeof fetch = async (input, init) => {
    try {
      const answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body = await answer.arrayBuffer();
      const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(Buffer.from(body).toString())?.[1] ?? "";
      last = { status: answer.status, code };
      return new Response(body.byteLength > 0 ? body : null, answer);
    } catch (failure) {
      last = { failure };
      throw failure;
    }
  };
  return { fetching, last: () => last };
}

/** Settings problems implied by the response to listing the bucket. */
function notOpened(status: number, why: string): Finding {
  if (status === 401 || status === 403)
    return files.wrong(
      `The object store refuses the key of FILE_STORE_KEY_ID (${why}).`,
      `Take FILE_STORE_KEY_ID and FILE_STORE_SECRET from the store again, and see that FILE_STORE_REGION is its region. ${mayMend}.`,
    );
  if (status === 404)
    return files.wrong(
      `At FILE_STORE_ENDPOINT there is no bucket of the name in FILE_STORE_URL (${why}).`,
      "Make the bucket, or mend its name; FILE_STORE_BUCKET_IN says whether it stands in the path or in the host.",
    );
  return files.wrong(
    `What FILE_STORE_ENDPOINT names does not answer as a store with this bucket in FILE_STORE_REGION does (${why}).`,
    "Take endpoint and region from the store's own page: both belong to the bucket.",
  );
}

function findingOf(step: Step, outcome: Outcome, key: string): Finding {
  if ("failure" in outcome)
    return files.wrong(
      `The object store cannot be reached: ${whyNoAnswer(outcome.failure, timeoutMs)}. Labels and slips are neither kept nor shown.`,
      "See that FILE_STORE_ENDPOINT is right, that the store runs, and that this machine may reach it.",
    );
  const { status, code } = outcome;
  const why = code ? `status ${status}, ${code}` : `status ${status}`;
  if (code === "RequestTimeTooSkewed")
    return files.wrong(
      `The object store finds this machine's clock wrong (${why}).`,
      "Have this machine set its clock by the network: timedatectl set-ntp true.",
    );
  switch (step) {
    case "open":
      return notOpened(status, why);
    case "put":
      return files.wrong(
        `The bucket takes no file (${why}).`,
        `${mayMend}, and see that the store is not full.`,
      );
    case "get":
      return files.wrong(
        `The bucket does not give back the file that was put there (${why}).`,
        `${mayMend}, and see that nothing between this machine and the store, such as a cache, answers for it.`,
      );
    case "remove":
      return files.wrong(
        `The bucket does not delete files (${why}): a forgotten customer's labels would stay.`,
        `${mayMend}, and delete ${key}, which this check left there.`,
      );
  }
}

/** Whether a bucket is reachable, and stores, returns and deletes a file; the test file is deleted. */
async function bucketFinding(place: Extract<FilePlace, { kind: "s3" }>): Promise<Finding> {
  const { fetching, last } = watchedFetch();
  const key = `doctor/${randomUUID()}`;
  const probe = new TextEncoder().encode("doctor");
  /** The problem of one step; undefined on success. */
  const failureOf = async (step: Step, take: () => Promise<unknown>): Promise<Finding | undefined> => {
    try {
      await take();
      return undefined;
    } catch {
      return findingOf(step, last(), key);
    }
  };
  const opening = openS3Store(place, { filesAtOnce: 1, fetching });
  const notOpen = await failureOf("open", () => opening);
  if (notOpen) return notOpen;
  const store = await opening;
  const notStored =
    (await failureOf("put", () => store.put(key, probe, "text/plain"))) ??
    (await failureOf("get", async () => {
      const found = await store.get(key);
      if (!isDeepStrictEqual(found, probe)) throw new Error("Another file came back");
    }));
  // Also where the bucket did not confirm the upload: it may have stored the file.
  const notRemoved = await failureOf("remove", () => store.remove(key));
  return (
    notStored ??
    notRemoved ??
    files.ok("The bucket takes a file, gives it back, and deletes it when it is asked to.")
  );
}

/** Whether labels and slips can be stored in the platform's file store. */
export const filesFinding = (place: FilePlace): Promise<Finding> =>
  place.kind === "s3"
    ? bucketFinding(place)
    : folderFinding("Files", place.folder, "FILE_STORE_URL or PLATFORM_DATA_DIR");
