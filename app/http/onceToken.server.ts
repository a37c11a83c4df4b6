import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { env } from "#app/env.server.ts";
import { declinePrefetch } from "./prefetch.server.ts";

/** The format of a form's token; a derived one has further parts. */
const shape = /^([\w-]{36}\.[\w-]{16})\.([\w-]{22})(\.|$)/;

/** Allowed characters of a token: it is also sent as a header. */
const sendable = /^[\w.%~!'()*-]{1,600}$/;

/**
 * One-time tokens that identify, for us only, the owner of a form, so that what was typed is
 * returned to that person only, even without a session.
 */
export function createTokens(secret: string) {
  const sign = (text: string, length: number): string =>
    createHmac("sha256", secret).update(text).digest("base64url").slice(0, length);
  const ownerKey = (subject: string): string => sign(`whose ${subject}`, 16);

  const readOurs = (token: string): { owner: string } | undefined => {
    const [, signed, signature] = shape.exec(token) ?? [];
    if (signed === undefined || signature === undefined) return undefined;
    const expected = Buffer.from(sign(`token ${signed}`, 22));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return { owner: signed.slice(signed.indexOf(".") + 1) };
  };

  const tokenOf = (name: string, subject: string): string => {
    const signed = `${name}.${ownerKey(subject)}`;
    return `${signed}.${sign(`token ${signed}`, 22)}`;
  };

  return {
    make({ subject }: { subject: string }): string {
      declinePrefetch();
      return tokenOf(randomUUID(), subject);
    },
    /** A deterministic token, without anything being stored: the same for the same `about`. */
    makeFor: ({ subject }: { subject: string }, about: unknown): string =>
      tokenOf(sign(`about ${subject} ${JSON.stringify(about)}`, 36), subject),
    /** Whether a token was made here, for anybody. */
    isOurs: (token: string): boolean => readOurs(token) !== undefined,
    /** Whether a token was made here for this person. */
    isOf: (token: string, { subject }: { subject: string }): boolean =>
      readOurs(token)?.owner === ownerKey(subject),
  };
}

export const tokens = createTokens(env.SESSION_SECRET);

/** The token of a form shown again: its own, or a new one if that was not made for this person. */
export const tokenToGoOn = (token: string, user: { subject: string }): string =>
  tokens.isOf(token, user) ? token : tokens.make(user);

/** The token of a posted form; undefined if missing or invalid. */
export function readToken(form: FormData): string | undefined {
  const token = form.get("token");
  return typeof token === "string" && sendable.test(token) ? token : undefined;
}
