import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { fileInRepository, repository, run, tool } from "./processes.mjs";

const sources = ["app", "packages", "public"];
const packing = "scripts/freshBuild.mjs";
const configuration = /^(package(-lock)?\.json|tsconfig\.json|.+\.config\.(js|ts))$/;

const server = fileInRepository("build/server/index.js");
const stamp = fileInRepository("build/sources-hash");

/** Builds the production portal and records a hash of its sources. */
export async function build() {
  const hash = hashSources();
  const [node, args] = tool("@remix-run/dev/dist/cli.js", "vite:build");
  // Short-lived objects stay in the young generation: a fifth of the build was their collection.
  await run("Building the portal", node, ["--max-semi-space-size=64", ...args], {
    env: { NODE_ENV: "production" },
  });
  await packFiles(fileInRepository("build/client"));
  writeFileSync(stamp, hash);
}

/** Builds the production portal unless the last build is of exactly these sources; `onBegin` is called if it does. */
export async function ensureBuild(onBegin = () => process.stdout.write("Building the portal …\n")) {
  if (existsSync(server) && existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources()) return;
  onBegin();
  await build();
}

function hashSources() {
  const hash = createHash("sha256");
  for (const file of listFiles()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(repository, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles() {
  const ofConfiguration = readdirSync(repository).filter((name) => configuration.test(name));
  const ofSources = sources
    .filter((folder) => existsSync(fileInRepository(folder)))
    .flatMap((folder) =>
      readdirSync(fileInRepository(folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(repository.length)),
    );
  return [...ofConfiguration, packing, ...ofSources].sort();
}

/** Compressible file types. */
const isPackedAlready = (name) => [".ico", ".png", ".webp", ".woff2"].includes(extname(name));

/** Shorter files are not worth compressing. */
const smallest = 1024;

/** Brotli's best level, 11, takes twice as long as 10, for one and a half per cent; 5 leaves a tenth more to transfer. */
const packers = {
  ".br": (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ".gz": (bytes) => promisify(gzip)(bytes),
};

async function pack(path) {
  const bytes = await readFile(path);
  if (bytes.length < smallest) return;
  for (const [ending, packer] of Object.entries(packers)) await writeFile(path + ending, await packer(bytes));
}

/** Writes compressed versions of each file of the browser's build: `.br` and `.gz`. */
async function packFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isPackedAlready(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(files.map(pack));
}
