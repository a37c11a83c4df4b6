import { createCookie } from "@remix-run/node";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { inSeconds } from "#app/core/database/columns.ts";
import { database, seal } from "#app/core/database/database.server.ts";
import { closeJson, hashedName, openJson } from "#app/core/database/seal.server.ts";
import { env } from "#app/core/env.server.ts";
import type { Database } from "#database/connect.ts";
import { formTypeOf } from "./forms/formType.ts";
import { formOf } from "./forms/read.ts";
import { readToken, tokens } from "./once.server.ts";
import { takeOnce } from "./prefetch.server.ts";
import { trimToQuota } from "./quota.server.ts";
import { drafts, unclaimedDrafts } from "./tables.ts";

const entries = z.array(z.tuple([z.string(), z.string()]));
const unclaimed = z.object({ path: z.string(), token: z.string(), entries });

const draftSeconds = 60 * 60;
const unclaimedSeconds = 15 * 60;
const maxUnclaimedBytes = 256 * 1024;

const cookie = createCookie(env.secure ? "__Host-draft" : "draft", {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.secure,
  maxAge: unclaimedSeconds,
});

const labelOf = (subject: string, path: string) => `draft:${subject}:${path}`;
const unclaimedLabel = (id: string) => `unclaimed-draft:${id}`;

const typedEntries = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));

const draftQuota = { maxEntries: 10, maxBytes: 4 * 1024 * 1024 };

async function storeDraft(
  transaction: Database,
  subject: string,
  path: string,
  typed: [string, string][],
): Promise<void> {
  const content = closeJson(seal, labelOf(subject, path), typed);
  const set = {
    ...{ content, bytes: Buffer.byteLength(JSON.stringify(typed)) },
    ...{ createdAt: sql`clock_timestamp()`, expiresAt: inSeconds(draftSeconds) },
  };
  await transaction
    .insert(drafts)
    .values({ subject, path, ...set })
    .onConflictDoUpdate({ target: [drafts.subject, drafts.path], set });
  await trimToQuota(transaction, drafts, { subject }, draftQuota);
}

const isDraft = (subject: string, path: string) => and(eq(drafts.subject, subject), eq(drafts.path, path));

/**
 * Stores what a person typed at `path` for an hour, across failed writes and sign-ins: it belongs
 * to the person, not to the session. Each person's ten latest are stored. Files are left out.
 */
export const keepDraft = (user: { subject: string }, path: string, form: FormData): Promise<void> =>
  database.transaction((transaction) => storeDraft(transaction, user.subject, path, typedEntries(form)));

/**
 * The latest draft of this person at `path`; can be taken once. Where the path does not say what its form is about,
 * `isWanted` does: the draft of another form is left for that, until another one is submitted there.
 */
export async function takeDraft(
  user: { subject: string },
  path: string,
  isWanted: (form: FormData) => boolean = () => true,
): Promise<FormData | undefined> {
  const { subject } = user;
  const isIt = and(isDraft(subject, path), gt(drafts.expiresAt, sql`now()`));
  const [row] = await database.select().from(drafts).where(isIt);
  const stored = row && openJson(seal, labelOf(subject, path), row.content, entries);
  if (!stored) return undefined;
  const form = new FormData();
  for (const [name, value] of stored) form.append(name, value);
  if (!isWanted(form)) return undefined;
  return takeOnce({
    async take() {
      // Unless somebody else has taken it, or typed something else, meanwhile.
      const isSame = and(isIt, eq(drafts.content, row.content));
      return (await database.delete(drafts).where(isSame).returning()).length > 0 ? form : undefined;
    },
    peek: async () => form,
  });
}

/**
 * Stores `form` until `work` succeeds: only work that resolves to a redirect clears the draft. A
 * validation error leaves it, because the page's own reads may still redirect to sign-in.
 */
export async function keepingDraft<T>(
  user: { subject: string },
  path: string,
  form: FormData,
  work: () => Promise<T>,
): Promise<T> {
  await keepDraft(user, path, form);
  const done = await work();
  const gotThrough = done instanceof Response && done.status >= 300 && done.status < 400;
  if (gotThrough) await database.delete(drafts).where(isDraft(user.subject, path));
  return done;
}

/** Deletes these people's drafts that name somebody; only counts them unless `isMeant`. Returns their number. */
export async function forgetInDrafts(
  subjects: readonly string[],
  names: (text: string) => boolean,
  isMeant: boolean,
): Promise<number> {
  const rows = await database
    .select()
    .from(drafts)
    .where(inArray(drafts.subject, [...subjects]));
  const naming = rows.filter(({ subject, path, content }) =>
    openJson(seal, labelOf(subject, path), content, entries)?.some(([, value]) => names(value)),
  );
  if (isMeant)
    for (const { subject, path } of naming) await database.delete(drafts).where(isDraft(subject, path));
  return naming.length;
}

/**
 * Stores the form of a write without a session until the form's owner, as identified by its token, signs in with this
 * browser. Resolves to a `Set-Cookie` value, or undefined for a body that isn't one of our forms, or is too large.
 */
export async function keepUnclaimedDraft(request: Request): Promise<string | undefined> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  const type = request.headers.get("Content-Type") ?? "";
  if (!formTypeOf(type) || !(length <= maxUnclaimedBytes)) return undefined;
  const form = await formOf(request);
  const token = readToken(form);
  // Without a token the form's owner would be unknown, and anybody could fill the store.
  if (token === undefined || !tokens.isOurs(token)) return undefined;
  // One record per form: sending it again and again doesn't fill the store.
  const id = hashedName(`unclaimed ${token}`);
  const draft = { path: new URL(request.url).pathname, token, entries: typedEntries(form) };
  const set = { content: closeJson(seal, unclaimedLabel(id), draft), expiresAt: inSeconds(unclaimedSeconds) };
  await database
    .insert(unclaimedDrafts)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: unclaimedDrafts.id, set });
  return cookie.serialize(id);
}

/**
 * Gives the unclaimed draft of this browser to the person who signed in, if it is theirs; otherwise
 * it is deleted. Resolves to the `Set-Cookie` value that deletes the cookie.
 */
export async function adoptDraft(request: Request, subject: string): Promise<string | undefined> {
  const id: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof id !== "string") return undefined;
  await database.transaction(async (transaction) => {
    const [row] = await transaction
      .delete(unclaimedDrafts)
      .where(and(eq(unclaimedDrafts.id, id), gt(unclaimedDrafts.expiresAt, sql`now()`)))
      .returning();
    const draft = row && openJson(seal, unclaimedLabel(id), row.content, unclaimed);
    if (draft && tokens.isOf(draft.token, { subject }))
      await storeDraft(transaction, subject, draft.path, draft.entries);
  });
  return cookie.serialize("", { maxAge: 0 });
}
