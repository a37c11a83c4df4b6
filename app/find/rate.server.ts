import type { User } from "#app/auth/guard.server.ts";
import { count, type Rate } from "#app/http/rates.server.ts";

const finds: Rate = { name: "finds", windows: [{ most: 120, seconds: 60 }] };

/** Counts a find; resolves to how many seconds this person has to wait before it, mostly 0 (errors#rates). */
export const waitToFind = (user: User): Promise<number> => count(finds, `person:${user.subject}`);

/** What is said to somebody who looks for too much. */
export const tooManyFinds = (seconds: number): string =>
  `That was a lot at once. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then look again.`;
