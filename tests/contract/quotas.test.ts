import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

/** Why nobody can fill the store with records of this kind: what bounds their number for a person, a store or an address. */
const bounds: Record<string, string> = {
  // Within a quota of their owner (app/http/quota.server.ts).
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
  "notes-held": "one for a person",
  preferences: "one for a person",
  quota: "one for a person and kind",
  rate: "one for a person and limit",
  "sessions-of": "one for a person",
  "today-put-off": "one for a person",
  "today-visits": "one for a person",
  "rule-undo": "one for a rule",
  credit: "one for a return",
  notes: "one for a record; notes are cut off at a number",
  // Their number is a rate's, and their size is fixed.
  audit: "a line for each write, which has a rate",
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
  signin: "sign-ins have a rate by address",
  submitted: "one for a record; writes have a rate",
  "unclaimed-draft": "one for a token of a form; writes have a rate, and bodies a size",
  ready: "one at a time",
};

/** Names of this form that are no records. */
const others = [
  "bulk",
  "delayed",
  "edi",
  "exo",
  "held",
  "labels",
  "lock",
  "orders",
  "person",
  "address",
  "products",
  "returns",
  "rules",
  "rules-run",
  "https",
];

test("every kind of record has what bounds its number [errors#quotas]", async () => {
  const app = join(repository, "app");
  const names = (await readdir(app, { recursive: true })).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name),
  );
  const texts = await Promise.all(names.map((name) => readFile(join(app, name), "utf8")));
  const kinds = texts.flatMap((text) =>
    [...text.matchAll(/`([a-z][a-z-]+):\$\{/g)].map(([, kind = ""]) => kind),
  );
  const records = new Set(kinds.filter((kind) => !others.includes(kind)));
  expect([...records].sort()).toEqual(Object.keys(bounds).sort());
});
