/**
 * What bounds the number of records of each kind, by the first part of their keys, so that nobody can fill the store
 * (errors#quotas). `quota`: they are stored by `setWithin` (app/http/quota.server.ts), and in no other way.
 */
export const kindBounds = {
  "bulk-choice": "quota",
  "bulk-review": "quota",
  draft: "quota",
  "edi-file": "quota",
  queue: "quota",

  // One for an owner, whose lists have a length.
  "bulk-runs": "one for a person",
  commands: "one for a record, of fixed size",
  "failed-commands": "one for a person, its newest",
  "label-prices": "sixteen for a store",
  "label-stations": "one for a store, of a limited number of stations",
  "label-station": "one for each station of that list",
  notes: "one for a record; notes are cut off at a number",
  "notes-handled": "one, of a limited number of records",
  "notes-held": "one for a person",
  "people-signed-in": "one",
  preferences: "one for a person",
  "price-moves": "one",
  quota: "one for a person and kind",
  rate: "one for a person and limit",
  "rule-undo": "one for a rule",
  "sessions-of": "one for a person",
  "today-put-off": "one for a person",
  "today-visits": "one for a person",
  views: "one for a person, and one for a role; their views have a number",
  credit: "one for a return",
  credits: "one, and its parts, of a fixed length",

  // Their number is a rate's, and their size is fixed.
  audit: "a line for each write, which has a rate",
  "audit-head": "one",
  "audit-rate": "one for a person and limit, a minute long",
  "audit-refusal": "one for a person and page, a minute long",
  "bulk-run": "a run for each review that is confirmed; writes have a rate",
  flash: "one for a page; writes have a rate",
  followed: "one for a command; writes have a rate",
  "logout-token": "signed by the provider",
  once: "one for a command; writes have a rate",
  "once-token": "one for a state of a record, of fixed size",
  "provider-session": "one for a sign-in, which has a rate",
  session: "one for a sign-in, which has a rate",
  "session-seen": "one for a session",
  "sessions-revoked": "one for a person or a session that is ended",
  signin: "sign-ins have a rate by address",
  submitted: "one for a record; writes have a rate",
  "unclaimed-draft": "one for a token of a form; writes have a rate, and bodies a size",
  ready: "one at a time",
} as const satisfies Record<string, string>;

export type KindBounds = Readonly<Record<string, string>>;

/** The kind of a record, by its key. */
export const kindOf = (key: string): string => key.split(":", 1)[0] ?? "";
