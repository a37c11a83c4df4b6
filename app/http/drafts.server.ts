import { createHash } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import { formOf } from "./forms/read.ts";
import { readToken, tokens } from "./once.server.ts";
import { takeOnce } from "./prefetch.server.ts";
import { type Quota, setWithin, storedFor } from "./quota.server.ts";

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

const draftKey = (subject: string, path: string) => `draft:${subject}:${path}`;
const unclaimedKey = (id: string) => `unclaimed-draft:${id}`;

const typedEntries = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));

const draftQuota: Quota = {
  name: "drafts",
  maxEntries: 10,
  maxBytes: 4 * 1024 * 1024,
  seconds: draftSeconds,
};

const storeDraft = (subject: string, path: string, typed: [string, string][]): Promise<void> =>
  setWithin(draftQuota, subject, (one) => draftKey(subject, one), path, typed);

/**
 * Stores what a person typed at `path` for an hour, across failed writes and sign-ins: it belongs
 * to the person, not to the session. Each person's ten latest are stored. Files are left out.
 */
export const keepDraft = (user: { subject: string }, path: string, form: FormData): Promise<void> =>
  storeDraft(user.subject, path, typedEntries(form));

/** The latest draft of this person at `path`; can be taken once. */
export async function takeDraft(user: { subject: string }, path: string): Promise<FormData | undefined> {
  const stored = await takeOnce(draftKey(user.subject, path), entries);
  if (!stored) return undefined;
  const form = new FormData();
  for (const [name, value] of stored) form.append(name, value);
  return form;
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
  if (gotThrough) await records.delete(draftKey(user.subject, path));
  return done;
}

/** Deletes these people's drafts that name somebody; only counts them unless `isMeant`. Returns their number. */
export async function forgetInDrafts(
  subjects: readonly string[],
  names: (text: string) => boolean,
  isMeant: boolean,
): Promise<number> {
  let count = 0;
  for (const subject of subjects) {
    for (const path of await storedFor(draftQuota, subject)) {
      const typed = (await records.get(draftKey(subject, path), entries)) ?? [];
      if (!typed.some(([, value]) => names(value))) continue;
      count += 1;
      if (isMeant) await records.delete(draftKey(subject, path));
    }
  }
  return count;
}

/**
 * Stores the form of a write without a session until the form's owner, as identified by its token, signs in with this
 * browser. Resolves to a `Set-Cookie` value, or undefined for a body that isn't one of our forms, or is too large.
 */
export async function keepUnclaimedDraft(request: Request): Promise<string | undefined> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  const type = request.headers.get("Content-Type") ?? "";
  const isForm =
    type.startsWith("application/x-www-form-urlencoded") || type.startsWith("multipart/form-data");
  if (!isForm || !(length <= maxUnclaimedBytes)) return undefined;
  const form = await formOf(request);
  const token = readToken(form);
  // Without a token the form's owner would be unknown, and anybody could fill the store.
  if (token === undefined || !tokens.isOurs(token)) return undefined;
  // One record per form: sending it again and again doesn't fill the store.
  const id = createHash("sha256").update(`unclaimed ${token}`).digest("base64url");
  const draft = { path: new URL(request.url).pathname, token, entries: typedEntries(form) };
  await records.set(unclaimedKey(id), draft, unclaimedSeconds);
  return cookie.serialize(id);
}

/**
 * Gives the unclaimed draft of this browser to the person who signed in, if it is theirs; otherwise
 * it is deleted. Resolves to the `Set-Cookie` value that deletes the cookie.
 */
export async function adoptDraft(request: Request, subject: string): Promise<string | undefined> {
  const id: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof id !== "string") return undefined;
  const draft = await records.take(unclaimedKey(id), unclaimed);
  if (draft && tokens.isOf(draft.token, { subject })) {
    await storeDraft(subject, draft.path, draft.entries);
  }
  return cookie.serialize("", { maxAge: 0 });
}
