import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { anyText, expiresAt, moment } from "#app/core/database/columns.ts";

/** Who is signed in where. A session that ends is deleted, and nothing writes its row again. */
export const sessions = pgTable(
  "sessions",
  {
    /** Its id's `hashedName`. */
    id: text().primaryKey(),
    subject: text().notNull(),
    /** The provider's id of its session with this browser, if it sends one. */
    sid: text(),
    device: text().notNull(),
    /** Sealed: the person's identity and tokens. */
    content: text().notNull(),
    signedInAt: moment().notNull(),
    /** Its last use, to the minute. */
    seenAt: moment().notNull(),
    /** Whoever took this claim renews its tokens alone until then. */
    renewingUntil: moment(),
    expiresAt: expiresAt(),
  },
  ({ subject, sid, expiresAt }) => [index().on(subject), index().on(sid), index().on(expiresAt)],
);

/** Sign-ins until `revokedBefore` are invalid, those too that were under way: of a person, or a provider's session. */
export const revocations = pgTable(
  "revocations",
  {
    scope: text({ enum: ["person", "provider session"] }).notNull(),
    /** The person's subject, or the session's `sid`. */
    owner: text().notNull(),
    revokedBefore: moment().notNull(),
    /** The session of the person who ended the others. */
    sparedSession: text(),
    expiresAt: expiresAt(),
  },
  ({ scope, owner }) => [
    primaryKey({ columns: [scope, owner] }),
    check("revocation_of", sql`${scope} in ('person', 'provider session')`),
  ],
);

/** Everybody who signed in within a session's longest life, as of their last sign-in. */
export const peopleSignedIn = pgTable("people_signed_in", {
  subject: text().primaryKey(),
  name: anyText().notNull(),
  username: anyText().notNull(),
  roles: text().array().notNull(),
  signedInAt: moment().notNull(),
  expiresAt: expiresAt(),
});

/** Whose the provider's sessions are, also after they ended here. */
export const providerSessions = pgTable("provider_sessions", {
  sid: text().primaryKey(),
  subject: text().notNull(),
  expiresAt: expiresAt(),
});

/** Sign-ins under way at the provider. */
export const pendingSignIns = pgTable("pending_sign_ins", {
  /** The `hashedName` of its `state`. */
  id: text().primaryKey(),
  /** Sealed: the nonce, and where it returns to. */
  content: text().notNull(),
  expiresAt: expiresAt(),
});

/** Log-outs that the provider announced, each of which is accepted once. */
export const logoutTokens = pgTable("logout_tokens", {
  jti: text().primaryKey(),
  expiresAt: expiresAt(),
});
