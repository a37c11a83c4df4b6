import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const smallest = 1024;

/** The encoding to answer with: brotli before gzip, by the browser's Accept-Encoding. */
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
 * The body as it goes over the wire; sets Content-Encoding, Content-Length and Vary. The cheapest
 * levels: higher ones cost most of a process's throughput, and what carries Content-Encoding is left
 * alone by the server in front.
 */
export async function compressBody(
  body: Uint8Array<ArrayBuffer>,
  request: Request,
  headers: Headers,
): Promise<Uint8Array<ArrayBuffer>> {
  headers.append("Vary", "Accept-Encoding");
  const encoding = body.length < smallest ? undefined : encodingFor(request.headers.get("Accept-Encoding"));
  if (!encoding) return body;
  headers.set("Content-Encoding", encoding);
  const packed =
    encoding === "br"
      ? await brotli(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : await gz(body, { level: 1 });
  headers.set("Content-Length", String(packed.length));
  return packed;
}
