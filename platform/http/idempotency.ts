import type { FastifyRequest } from "fastify";
import { Problem } from "./problems.ts";

const maxKeyLength = 200;

/** The request's `Idempotency-Key`, null without one. Throws a 400 Problem for one that is too long. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const header = headers["idempotency-key"];
  const key = typeof header === "string" && header !== "" ? header : null;
  if (key && key.length > maxKeyLength) {
    throw new Problem(400, `Idempotency-Key: longer than ${maxKeyLength} characters`);
  }
  return key;
}
