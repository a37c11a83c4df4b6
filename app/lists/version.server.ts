import { createHash } from "node:crypto";

/** A hash that changes when anything in `shown` does. */
export const versionOf = (shown: unknown): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
