import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { kindBounds } from "#app/records/kinds.ts";
import { hashedName } from "#app/database/seal.server.ts";
import { createRecords, type RecordStore } from "#app/records/records.server.ts";

let folder: string;
let store: RecordStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "forget-"));
  store = openFileStore(folder, (problem) => {
    throw problem;
  });
  // Unencrypted records, so that their content is found in the folder.
  const open = createRecords(store, { close: (text) => text, open: (text) => text });
  vi.resetModules();
  vi.doMock("#app/records/portalRecords.server.ts", () => ({ records: open, lastingRecords: open }));
  vi.stubEnv("AUDIT_SPOOL_DIR", join(folder, "late"));
});
afterAll(async () => {
  vi.doUnmock("#app/records/portalRecords.server.ts");
  vi.unstubAllEnvs();
  vi.resetModules();
  await store.close();
  await rm(folder, { recursive: true });
});

/** Every record's file by name, the hash of the record's key, including lock files. */
async function everything(): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && /^[0-9a-f]{64}$/.test(one.name));
  const texts = await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), "utf8")));
  return new Map(files.map(({ name }, at) => [name, texts[at] ?? ""]));
}

test("a customer is in nothing that the portal stores, all else is as it was, and the audit trail is whole [privacy#portal, privacy#trail]", async () => {
  const { forgetInPortal } = await import("./forget.server.ts");
  const { spool, trail } = await import("#app/audit/audit.server.ts");
  const { views } = await import("#app/savedViews/views.server.ts");
  const { portalNotes } = await import("#app/notes/notes.server.ts");
  const { keepDraft, takeDraft } = await import("#app/http/drafts.server.ts");
  const { settleCredit, readCredit } = await import("#app/domains/exos/creditLedger.server.ts");

  const clerk = { subject: "clerk", roles: ["User"], name: "Carl Clerk" };
  const doer = { subject: "clerk", by: "Carl Clerk" };
  const fact = { subject: "clerk", name: "Carl Clerk", kind: "action", outcome: "done" } as const;
  const where = { address: "127.0.0.1", correlationId: "c" };
  type More = { record?: string; href?: string; why?: string };
  const factOf = (did: string, more: More) => ({
    ...{ at: Date.now(), ...fact, did, record: "", href: "", why: "" },
    ...{ ...where, ...more },
  });
  const line = (did: string, more: More = {}) => trail.append(factOf(did, more));
  await line("Signed in");
  await line("Saved: view", { record: "Zoe Singh", href: "/returns?email=zoe.singh%40customer.example" });
  await line("Retried: order 7", { record: "7", href: "/orders/order-1", why: "Ms Singh rang" });
  await line("Retried: order 8", { record: "8", href: "/orders/order-8", why: "Ms Singh of AP21 rang" });
  await spool.add(
    factOf("Cancelled: order 7", { href: "/orders/order-1", why: "Ms Singh rang (written later)" }),
  );
  await spool.add(factOf("Cancelled: order 8", { why: "Mei Tan rang (written later)" }));
  for (const role of [undefined, "User"] as const) {
    const words = { name: `Hers ${role}`, pinned: false, ...(role ? { role } : {}) };
    await views.save(clerk, words, "/returns?email=zoe.singh@customer.example");
  }
  await views.save(clerk, { name: "Failed", role: "User", pinned: false }, "/returns?status=failed");
  const [hers, other] = [
    { kind: "return", store: "", id: "exo-1" },
    { kind: "return", store: "", id: "exo-2" },
  ] as const;
  await portalNotes.write(hers, doer, "n1", "Zoe rang");
  await portalNotes.write(other, doer, "n2", "Somebody rang");
  const given = { by: "Carl Clerk", at: "2026-11-25T00:00:00.000Z" };
  const credit = { name: "EXO-1", store: "Clarks", orderId: "7", customer: "Zoe Singh", cents: 5995 };
  await settleCredit({ id: "exo-1", ...credit }, { because: "AP21 credit 4711, told Zoe Singh", ...given });
  await settleCredit({ id: "exo-2", ...credit, customer: "Mei Tan" }, { because: "AP21 4712", ...given });
  const form = (text: string) => {
    const typed = new FormData();
    typed.set("note", text);
    return typed;
  };
  await keepDraft(clerk, "/orders/order-9/cancel", form("Asked by Zoe Singh"));
  await keepDraft(clerk, "/orders/order-8/cancel", form("Asked by Mei Tan"));

  const zoe = {
    orders: ["order-1"],
    returns: ["exo-1"],
    names: { emails: ["zoe.singh@customer.example"], names: ["Zoe Singh"], phones: [], codes: [] },
  };
  const before = await everything();
  const found = { notes: 1, credits: 1, views: 2, drafts: 1, lines: 3 };
  const late = async () => {
    const facts: string[] = [];
    for await (const { fact } of spool.all()) facts.push(`${fact.did}, ${fact.why}`);
    return facts;
  };
  const waiting = await late();
  expect(await forgetInPortal(zoe, false)).toEqual(found);
  expect(await everything(), "a dry run").toEqual(before);
  expect(await late(), "a dry run").toEqual(waiting);

  expect(await forgetInPortal(zoe, true)).toEqual(found);
  const after = await everything();
  expect([...after.values()].join("\n")).not.toMatch(/zoe/i);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const expected = [
    ...["notes:return::exo-1", "credit:exo-1", "views:own:clerk", "views:role:User"],
    ...["draft:clerk:/orders/order-9/cancel", "audit:2", "audit:3", "audit:5", "audit-head"],
  ];
  expect(changed.sort()).toEqual(expected.map(hashedName).sort());

  expect(await late()).toEqual([
    "Cancelled: order 7, [forgotten]",
    "Cancelled: order 8, Mei Tan rang (written later)",
  ]);
  expect(await trail.check()).toMatchObject({ lines: 5, head: { n: 5 } });
  expect((await views.seen(clerk)).views.map(({ name }) => name)).toEqual(["Failed"]);
  expect((await portalNotes.read(other)).notes).toHaveLength(1);
  expect(await readCredit("exo-1")).toMatchObject({ name: "EXO-1", cents: 5995, customer: "" });
  expect((await takeDraft(clerk, "/orders/order-8/cancel"))?.get("note")).toBe("Asked by Mei Tan");

  const none = { notes: 0, credits: 0, views: 0, drafts: 0, lines: 0 };
  expect(await forgetInPortal(zoe, true), "once more").toEqual(none);
});

/** Every kind of record that the portal stores, by the first part of its key, and how a customer is removed from it. */
const kinds = {
  forgotten: "audit credit draft notes notes-handled notes-held views",
  "ends within 7 days":
    "bulk-choice bulk-review bulk-run bulk-runs edi-file failed-commands flash followed once queue signin submitted unclaimed-draft",
  "names no customer":
    "audit-head audit-rate audit-refusal credits label-prices label-station label-stations logout-token once-token people-signed-in preferences price-moves provider-session quota rate ready rule-undo session session-seen sessions-of today-put-off today-visits",
};

const keyDefinition =
  /[kK]ey\w*\s*=\s*(?:\([^\n]*\)(?::\s*string)?\s*=>\s*)?[`"]([a-z]+(?:-[a-z]+)*)(?=[:`"$])|(?:add|set)\(\s*`([a-z]+(?:-[a-z]+)*):/g;

test("every kind of record is either forgotten, or ends soon, or names no customer [privacy#portal]", async () => {
  const app = join(import.meta.dirname, "..");
  const names = (await readdir(app, { recursive: true })).filter((name) => name.endsWith(".server.ts"));
  const sources = await Promise.all(names.map((name) => readFile(join(app, name), "utf8")));
  const found = sources
    .filter((source) => source.includes("#app/records/"))
    .flatMap((source) => [...source.matchAll(keyDefinition)].map(([, first, second]) => first ?? second));
  const known = Object.values(kinds).flatMap((names) => names.split(" "));
  expect([...new Set(found)].sort()).toEqual(known.sort());
  // Each has what bounds its number, too: without it, it is not stored (errors#quotas).
  expect(Object.keys(kindBounds)).toEqual(expect.arrayContaining(known));
});
