import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";
import { listening } from "./listening.ts";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number().optional() }),
});
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof span> & { service: string };

/** Receives spans on loopback (OTLP over HTTP, JSON); `text` is everything received. */
export async function startSpanReceiver() {
  const spans: ReceivedSpan[] = [];
  const result: string[] = [];
  let heard: () => void = () => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      result.push(`${request.method} ${request.url} ${text}`);
      for (const { resource, scopeSpans } of sent.parse(JSON.parse(text)).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue;
        for (const { spans: some } of scopeSpans)
          spans.push(...some.map((one) => ({ ...one, service: String(service) })));
      }
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
      heard();
    });
  });
  return {
    url: await listening(server),
    spans,
    text: () => result.join("\n"),
    /** Waits for a result of `find`. */
    async until<T>(find: () => T | undefined): Promise<T> {
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
