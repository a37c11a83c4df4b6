import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const smallest = 1024;
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** The encoding of the response: brotli before gzip, by the browser's Accept-Encoding. */
export function encodingFor(acceptEncoding: string | null): "br" | "gzip" | undefined {
  const accepted = new Set<string>();
  for (const part of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!refused) accepted.add(name);
  }
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : undefined;
}

/**
 * The encoded body; sets Content-Encoding, Content-Length and Vary. Synchronous instead of in the
 * thread pool, and with a small window: a page takes 0.2 ms this way, and more than twice that the
 * other way.
 */
export function compressBody(
  body: Uint8Array<ArrayBuffer>,
  request: Request,
  headers: Headers,
): Uint8Array<ArrayBuffer> {
  headers.append("Vary", "Accept-Encoding");
  const encoding = body.length < smallest ? undefined : encodingFor(request.headers.get("Accept-Encoding"));
  if (!encoding) return body;
  headers.set("Content-Encoding", encoding);
  const packed =
    encoding === "br" ? brotliCompressSync(body, brotliOptions(body.length)) : gzipSync(body, { level: 1 });
  headers.set("Content-Length", String(packed.length));
  return packed;
}
