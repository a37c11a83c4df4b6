import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";
import type { z } from "zod";

export type Seal = {
  /** Encrypts `text`; the result can be decrypted only with the same `label`. */
  close(text: string, label: string): string;
  /** The text, or undefined if it was sealed with another key or label, or modified since. */
  open(sealed: string, label: string): string | undefined;
};

const ivLength = 12;
const tagLength = 16;

/**
 * AES-256-GCM with a key that HKDF-SHA256 derives from `secret`. The label is authenticated, so
 * that a sealed record moved to another key can't be decrypted.
 */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "utopia-portal session records v1", 32));
  return {
    close(text, label) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(label));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed, label) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < ivLength + tagLength) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivLength), {
        authTagLength: tagLength,
      });
      decipher.setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
      try {
        const body = bytes.subarray(ivLength + tagLength);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        // Node throws for a failed authentication tag: the record is not ours to read.
        return undefined;
      }
    },
  };
}

/** A value as JSON that only this seal opens again, under the same label. */
export const closeJson = (seal: Seal, label: string, value: unknown): string =>
  seal.close(JSON.stringify(value), label);

/**
 * The value that was sealed under this label. Undefined if it was sealed with another secret, or doesn't fit the schema,
 * as one of an older version of the portal: such a value counts as absent.
 */
export function openJson<S extends z.ZodType>(
  seal: Seal,
  label: string,
  sealed: string,
  schema: S,
): z.output<S> | undefined {
  const text = seal.open(sealed, label);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** What stands for a session's id or a form's token in the database, which is not to reveal them. */
export const hashedName = (secret: string): string => hash("sha256", secret);
