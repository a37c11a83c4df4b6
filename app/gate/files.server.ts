import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
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

/** What the build has put beside a file, and the encoding that it is. */
const packings = { br: ".br", gzip: ".gz" } as const;
const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number];

type File = { path: string; type: string; packed: ReadonlySet<Encoding>; headers: Record<string, string> };

const yearSeconds = 365 * 24 * 60 * 60;

/** What a file is served with: the bundler names what is below `/assets/` after its content, so it never changes. */
function fileAt(path: string, address: string, packed: ReadonlySet<Encoding>): File {
  const ending = extname(path);
  const headers = new Headers({
    "Cache-Control": address.startsWith("/assets/")
      ? `public, max-age=${yearSeconds}, immutable`
      : "public, max-age=3600",
  });
  if (packed.size > 0) headers.set("Vary", "Accept-Encoding");
  setSecurityHeaders(headers);
  const type = types[ending] ?? "application/octet-stream";
  return { path, type, packed, headers: Object.fromEntries(headers) };
}

/** The files below a folder by their addresses; what is packed of a file is no file of its own. */
function filesIn(folder: string): Map<string, File> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const there = new Set(paths);
  const isPackingOf = (path: string, encoding: Encoding) =>
    path.endsWith(packings[encoding]) && there.has(path.slice(0, -packings[encoding].length));
  const files = new Map<string, File>();
  for (const path of paths) {
    if (encodings.some((encoding) => isPackingOf(path, encoding))) continue;
    const address = path.slice(folder.length).replaceAll("\\", "/");
    const packed = new Set(encodings.filter((encoding) => there.has(path + packings[encoding])));
    files.set(address, fileAt(path, address, packed));
  }
  return files;
}

/**
 * Serves the files that the build made for browsers, from `folder`, packed as the build has packed them. Each is read
 * once, when it is first asked for, and kept; the returned function says whether it has answered.
 */
export function createFiles(folder: string) {
  const files = filesIn(folder);
  const read = new Map<string, Buffer>();
  const bytesAt = (path: string): Buffer => {
    const bytes = read.get(path) ?? readFileSync(path);
    read.set(path, bytes);
    return bytes;
  };

  return function serve(address: string, request: IncomingMessage, response: ServerResponse): boolean {
    const file = files.get(address);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
    const wanted = encodingFor(request.headers["accept-encoding"] ?? null);
    const encoding = wanted !== undefined && file.packed.has(wanted) ? wanted : undefined;
    const bytes = bytesAt(file.path + (encoding ? packings[encoding] : ""));
    response.writeHead(200, {
      ...file.headers,
      "Content-Type": file.type,
      "Content-Length": bytes.length,
      ...(encoding ? { "Content-Encoding": encoding } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : bytes);
    return true;
  };
}
