import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { repository } from "./processes.ts";

/** What one opened screen costs, apart from time. Sizes in bytes. */
export type ScreenCost = { html: number; code: number; requests: number; elements: number; calls: number };

/** The portal's own files that a page names to be fetched with it: scripts, styles, fonts, pictures. */
function filesOf(html: string): string[] {
  const inScripts = [...html.matchAll(/(?:\bfrom|\bimport)\s*"(\/assets\/[^"]+)"/g)];
  const linked = [...html.matchAll(/<link\b[^>]*>/g)]
    .filter(([tag]) => /\srel="(modulepreload|stylesheet|preload|icon)"/.test(tag))
    .map(([tag]) => /\shref="([^"]+)"/.exec(tag));
  const sources = [...html.matchAll(/<(?:script|img)\b[^>]*\ssrc="(\/[^"]+)"/g)];
  return [...new Set([...inScripts, ...linked, ...sources].flatMap((found) => found?.[1] ?? []))];
}

/** As it is served to a browser that takes brotli; what packing would not shorten is served as it is. */
function packedSize(file: string): number {
  const plain = join(repository, "build/client", file);
  const packed = `${plain}.br`;
  return statSync(existsSync(packed) ? packed : plain).size;
}

/** The elements of a document: its opening tags, those in scripts and styles left out. */
const elementsOf = (html: string): number =>
  html
    .replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, "$1")
    .replace(/<!--[\s\S]*?-->/g, "")
    .match(/<[a-z][^>]*>/gi)?.length ?? 0;

/** What the document of a screen costs by itself. */
export function costOf(html: string): Omit<ScreenCost, "calls"> {
  const files = filesOf(html);
  const code = files.filter((file) => /^\/assets\/.*\.(js|css)$/.test(file));
  return {
    html: gzipSync(html).byteLength,
    code: code.reduce((sum, file) => sum + packedSize(file), 0),
    requests: 1 + files.length,
    elements: elementsOf(html),
  };
}
