import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { request } from "undici";
import { listening } from "../support/listening.ts";

/**
 * The lower limit for any page: its own HTML without scripts, with inlined style sheet, sent from memory.
 * @param html the page as the portal sends it
 */
export async function startLimit(html: string, origin: string) {
  const css: string[] = [];
  for (const [tag, href] of html.matchAll(/<link\b[^>]*?href="([^"]+\.css)"[^>]*>/g)) {
    if (!tag.includes("stylesheet") || href === undefined) continue;
    css.push(await (await request(new URL(href, origin))).body.text());
  }
  const bare = html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*>/g, "")
    .replace("</head>", `<style>${css.join("")}</style></head>`);
  const body = brotliCompressSync(bare);
  const server = createServer((request, answer) => {
    if (request.url !== "/") return void answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "br" }).end(body);
  });
  return { url: `${await listening(server)}/`, stop: () => void server.close() };
}
