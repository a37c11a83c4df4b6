/** What bounds the rows of each table, so that nobody can fill the database (errors#quotas). */
export const tableBounds = {
  // Of a person, by a quota: `trimToQuota` (app/core/http/quota.server.ts) deletes the oldest.
  drafts: "ten of a person, and so many bytes",
  bulk_choices: "twenty of a person, and so many bytes",
  bulk_reviews: "twenty of a person, and so many bytes",
  work_queues: "ten of a person, and so many bytes",

  edi_uploads: "two of a person, a hundred of all, and so many bytes",

  // One for a person, or for what there is only so much of.
  preferences: "one for a person",
  people_signed_in: "one for a person who signed in lately",
  revocations: "one for a person, or for a session of the provider, that was ended",

  today_visits: "one for a person",
  snoozed_lines: "so many of a person",
  saved_views: "fifty of a person",
  view_pins: "twenty of a person",
  audit_head: "one",
  credits_asked: "one",
  rule_turns: "one for a store",
  label_stations: "so many of a store, and one for a browser that prints labels",
  label_jobs: "so many of a station",

  // Of a record that people work on.
  credits: "one for a return that owes a credit",
  price_moves: "one for a rule that moved prices in the last day",
  noted_records: "one for a record with notes",
  notes: "so many of a record",
  record_holders: "one for a record",
  handled_records: "one for a record",

  // They expire, their size is fixed, and whatever makes one has a rate.
  audit_lines: "one for a write, which has a rate; they do not expire",
  rule_undo: "one for a person and rule; writes have a rate",
  label_reports: "so many for a full batch, which is printed by hand; those of a week ago are added up",
  sessions: "one for a sign-in, which has a rate by address",
  provider_sessions: "one for a sign-in, which has a rate by address",
  pending_sign_ins: "one for a sign-in, which has a rate by address",
  logout_tokens: "signed by the provider",
  submissions: "one for a form that is sent; writes have a rate",
  last_submissions: "one for a submission, of fixed size",
  failed_commands: "one for a submission, of fixed size",
  followed_commands: "one for a submission, of fixed size",
  bulk_runs: "one for a review that is confirmed; writes have a rate",
  bulk_rows: "so many of a run",
  form_tokens: "one for a state of a record that a person looks at, of fixed size",
  flash_messages: "one for a session and page; writes have a rate",
  unclaimed_drafts: "one for a token of a form; writes have a rate, and bodies a size",
  rate_counts: "one for a person or address, and limit",
} as const satisfies Record<string, string>;
