import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { repository } from "./processes.ts";

/** The cost of one opened screen, apart from time. Sizes in bytes. */
export type ScreenCost = { html: number; code: number; requests: number; elements: number; calls: number };

/** The portal's files that a page loads: scripts, styles, fonts, pictures. */
function filesOf(html: string): string[] {
  const inScripts = [...html.matchAll(/(?:\bfrom|\bimport)\s*"(\/assets\/[^"]+)"/g)];
  const linked = [...html.matchAll(/<link\b[^>]*>/g)]
    .filter(([tag]) => /\srel="(modulepreload|stylesheet|preload|icon)"/.test(tag))
    .map(([tag]) => /\shref="([^"]+)"/.exec(tag));
  const sources = [...html.matchAll(/<(?:script|img)\b[^>]*\ssrc="(\/[^"]+)"/g)];
  return [...new Set([...inScripts, ...linked, ...sources].flatMap((found) => found?.[1] ?? []))];
}

/** The size served to a browser with brotli; files that don't compress are served as they are. */
function packedSize(file: string): number {
  const plain = join(repository, "build/client", file);
  const packed = `${plain}.br`;
  return statSync(existsSync(packed) ? packed : plain).size;
}

/** A document's elements, by opening tags, without those in scripts and styles. */
const elementsOf = (html: string): number =>
  html
    .replace(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, "$1")
    .replace(/<!--[\s\S]*?-->/g, "")
    .match(/<[a-z][^>]*>/gi)?.length ?? 0;

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
