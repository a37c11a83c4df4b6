import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The last line of the trail: its number and its hash; neither for a trail without lines. */
export type Head = { n: number; hash: string };

const shape = /^((\d{1,12})\.([0-9a-f]{64}))\.([\w-]{43})$/;

/**
 * Heads as a text that only the portal can have written, to be kept apart from the trail: whoever has one can tell later
 * whether lines were cut off (audit#head).
 */
export function createHeads(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal audit head v1", 32));
  const sign = (text: string): string => createHmac("sha256", key).update(text).digest("base64url");
  return {
    /** `<number>.<hash>.<signature>` */
    write({ n, hash }: Head): string {
      const text = `${n}.${hash}`;
      return `${text}.${sign(text)}`;
    },
    /** The head in such a text; undefined where the portal did not write it. */
    read(text: string): Head | undefined {
      const [, signed = "", n = "", hash = "", signature = ""] = shape.exec(text) ?? [];
      const isOurs = timingSafeEqual(Buffer.from(sign(signed)), Buffer.from(signature.padEnd(43)));
      return isOurs ? { n: Number(n), hash } : undefined;
    },
  };
}
