import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The number and hash of the trail's last line; 0 and an empty text for an empty trail. */
export type Head = { n: number; hash: string };

const shape = /^((\d{1,12})\.([0-9a-f]{64}))\.([\w-]{43})$/;

/**
 * Heads as signed texts for storage outside of the trail: with one it can be detected later whether
 * lines were cut off (audit#head).
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
    /** Parses such a text; undefined if the signature is invalid. */
    read(text: string): Head | undefined {
      const [, signed = "", n = "", hash = "", signature = ""] = shape.exec(text) ?? [];
      const isOurs = timingSafeEqual(Buffer.from(sign(signed)), Buffer.from(signature.padEnd(43)));
      return isOurs ? { n: Number(n), hash } : undefined;
    },
  };
}
