import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Compressible file types. */
const isPackedAlready = (name) => [".ico", ".png", ".webp", ".woff2"].includes(extname(name));

/** Shorter files are not worth compressing. */
const smallest = 1024;

const packers = {
  ".br": (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ".gz": (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

async function pack(path) {
  const bytes = await readFile(path);
  if (bytes.length < smallest) return;
  for (const [ending, packer] of Object.entries(packers)) await writeFile(path + ending, await packer(bytes));
}

/** Writes compressed versions of each file of the browser's build: `.br` and `.gz`, as small as possible. */
export async function packFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isPackedAlready(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(files.map(pack));
}
