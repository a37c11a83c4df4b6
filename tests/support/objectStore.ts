import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3mini } from "s3mini";
import type { S3Place } from "#platform/outside/files/s3Store.ts";
import { freePort, repository } from "./processes.ts";

// Debian's Python: another one on the PATH lacks its packages.
const python = process.env.SWIFT_PYTHON_BINARY ?? "/usr/bin/python3";

/** OpenStack Swift; its absence is reported once. */
export const hasObjectStore = spawnSync(python, ["-c", "import swift.proxy, swift.obj"]).status === 0;
if (!hasObjectStore)
  process.stdout.write(
    "SKIPPED: files on S3, there is no OpenStack Swift on this machine (apt-get install python3-swift)\n",
  );

const keyId = "portal:files";
const secret = "a-secret-of-tests-only";

const isReady = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let words = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        words += chunk.toString();
        if (words.includes("ready\n")) resolve();
      });
    child.once("exit", (code) => reject(new Error(`The object store ended with ${code}: ${words}`)));
  });

/** Starts a local object store on loopback, with an empty bucket. */
export async function startObjectStore() {
  const folder = await mkdtemp(join(tmpdir(), "objects-"));
  const port = await freePort();
  const script = join(repository, "tests/support/objectStore.py");
  const server = spawn(python, [script, folder, String(port), keyId, secret]);
  await isReady(server);
  const place: S3Place = {
    bucketUrl: `http://127.0.0.1:${port}/files`,
    region: "us-east-1",
    keyId,
    secret,
  };
  const { bucketUrl: endpoint, region } = place;
  await new S3mini({ accessKeyId: keyId, secretAccessKey: secret, endpoint, region }).createBucket();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  return {
    place,
    stop: async () => {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
