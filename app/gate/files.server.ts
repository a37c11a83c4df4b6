import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { encodingFor } from "#app/http/compress.server.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const unpacked = new Set([".ico", ".png", ".webp", ".woff2"]);

const packers = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
};

type File = { path: string; type: string; isPacked: boolean; headers: Record<string, string> };

const yearSeconds = 365 * 24 * 60 * 60;

/** What a file is served with: the bundler names what is below `/assets/` after its content, so it never changes. */
function fileAt(path: string, address: string): File {
  const ending = extname(path);
  const headers = new Headers({
    "Cache-Control": address.startsWith("/assets/")
      ? `public, max-age=${yearSeconds}, immutable`
      : "public, max-age=3600",
  });
  setSecurityHeaders(headers);
  const type = types[ending] ?? "application/octet-stream";
  return { path, type, isPacked: !unpacked.has(ending), headers: Object.fromEntries(headers) };
}

/**
 * Serves the files that the build made for browsers, from `folder`. Each is packed once, when it is first asked for,
 * and kept; the returned function says whether it has answered.
 */
export function createFiles(folder: string) {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).replaceAll("\\", "/");
    files.set(address, fileAt(path, address));
  }
  const packed = new Map<string, Promise<Buffer>>();
  const bytesOf = (file: File, encoding: keyof typeof packers | undefined): Promise<Buffer> => {
    const key = `${encoding ?? ""} ${file.path}`;
    const known = packed.get(key);
    if (known !== undefined) return known;
    const plain = readFileSync(file.path);
    const made = encoding ? packers[encoding](plain) : Promise.resolve(plain);
    packed.set(key, made);
    return made;
  };

  return async function serve(
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const file = files.get(address);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
    const encoding = file.isPacked ? encodingFor(request.headers["accept-encoding"] ?? null) : undefined;
    const bytes = await bytesOf(file, encoding);
    response.writeHead(200, {
      ...file.headers,
      "Content-Type": file.type,
      "Content-Length": bytes.length,
      ...(file.isPacked ? { Vary: "Accept-Encoding" } : {}),
      ...(encoding ? { "Content-Encoding": encoding } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : bytes);
    return true;
  };
}
