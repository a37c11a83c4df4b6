import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readOne } from "#app/core/database/batchRead.server.ts";
import { onPortalDatabases, type PortalDatabase } from "#tests/support/portalDatabases.ts";

/** Every table of the portal, as its features declare it. */
async function allTables(): Promise<PgTable[]> {
  const app = join(import.meta.dirname, "..");
  const names = (await readdir(app, { recursive: true })).filter((name) => basename(name) === "tables.ts");
  const modules: object[] = await Promise.all(names.map((name) => import(join(app, name))));
  return modules.flatMap((module) => Object.values(module).filter((one) => is(one, PgTable)));
}

/** What each table has, a text for each row. */
async function everything(database: PortalDatabase): Promise<Record<string, string[]>> {
  const tables = await allTables();
  const rows = await Promise.all(tables.map((table) => database().select().from(table)));
  return Object.fromEntries(
    tables.map((table, at) => [
      getTableName(table),
      (rows[at] ?? []).map((row) => JSON.stringify(row)).sort(),
    ]),
  );
}

onPortalDatabases((database) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "forget-"));
    // Nothing is sealed, so that texts are found.
    const seal = { close: (text: string) => text, open: (text: string) => text };
    vi.resetModules();
    vi.doMock("#app/core/database/database.server.ts", () => ({ database: database(), seal }));
    vi.stubEnv("AUDIT_SPOOL_DIR", join(folder, "late"));
  });
  afterAll(async () => {
    vi.doUnmock("#app/core/database/database.server.ts");
    vi.unstubAllEnvs();
    vi.resetModules();
    await rm(folder, { recursive: true });
  });

  test("a customer is in nothing that the portal stores, all else is as it was, and the audit trail is whole [privacy#portal, privacy#trail]", async () => {
    const { forgetInPortal } = await import("./forget.server.ts");
    const { spool, trail } = await import("#app/core/audit/audit.server.ts");
    const { views } = await import("#app/features/views/views.server.ts");
    const { portalNotes } = await import("#app/features/notes/notes.server.ts");
    const { keepDraft, takeDraft } = await import("#app/core/http/drafts.server.ts");
    const { creditLedger } = await import("#app/domains/exos/creditLedger.server.ts");

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
    await creditLedger.settleCredit(
      { id: "exo-1", ...credit },
      { because: "AP21 credit 4711, told Zoe Singh", ...given },
    );
    await creditLedger.settleCredit(
      { id: "exo-2", ...credit, customer: "Mei Tan" },
      { because: "AP21 4712", ...given },
    );
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
    const before = await everything(database);
    const found = { notes: 1, credits: 1, views: 2, drafts: 1, lines: 3 };
    const late = async () => {
      const facts: string[] = [];
      for await (const { fact } of spool.all()) facts.push(`${fact.did}, ${fact.why}`);
      return facts;
    };
    const waiting = await late();
    expect(await forgetInPortal(zoe, false)).toEqual(found);
    expect(await everything(database), "a dry run").toEqual(before);
    expect(await late(), "a dry run").toEqual(waiting);

    expect(await forgetInPortal(zoe, true)).toEqual(found);
    const after = await everything(database);
    expect(JSON.stringify(after)).not.toMatch(/zoe|Singh rang/i);
    const changed = Object.keys(after).filter((name) => String(after[name]) !== String(before[name]));
    expect(changed.sort()).toEqual(
      ["audit_head", "audit_lines", "credits", "drafts", "noted_records", "notes", "saved_views"].sort(),
    );

    expect(await late()).toEqual([
      "Cancelled: order 7, [forgotten]",
      "Cancelled: order 8, Mei Tan rang (written later)",
    ]);
    expect(await trail.check()).toMatchObject({ lines: 5, head: { n: 5 } });
    expect((await readOne(database(), views.seenBy(clerk))).views.map(({ name }) => name)).toEqual([
      "Failed",
    ]);
    expect((await portalNotes.read(other)).notes).toHaveLength(1);
    expect(await creditLedger.readCredit("exo-1")).toMatchObject({
      name: "EXO-1",
      cents: 5995,
      customer: "",
    });
    expect((await takeDraft(clerk, "/orders/order-8/cancel"))?.get("note")).toBe("Asked by Mei Tan");

    const none = { notes: 0, credits: 0, views: 0, drafts: 0, lines: 0 };
    expect(await forgetInPortal(zoe, true), "once more").toEqual(none);
  });
});

/** Every table of the portal, and how a customer is removed from it. */
const kinds = {
  forgotten:
    "audit_lines credits drafts handled_records noted_records notes record_holders saved_views view_pins",
  "ends within 7 days":
    "bulk_choices bulk_reviews bulk_rows bulk_runs edi_uploads failed_commands flash_messages followed_commands last_submissions pending_sign_ins rule_undo sessions submissions unclaimed_drafts work_queues",
  "names no customer":
    "audit_head credits_asked form_tokens label_jobs label_reports label_stations logout_tokens people_signed_in preferences price_moves provider_sessions rate_counts revocations rule_turns snoozed_lines today_visits",
};

test("every table is either forgotten, or ends soon, or names no customer [privacy#portal]", async () => {
  const tables = await allTables();
  const known = Object.values(kinds).flatMap((names) => names.split(" "));
  expect(tables.map(getTableName).sort()).toEqual(known.sort());
  const ending = kinds["ends within 7 days"].split(" ");
  const ends = (table: PgTable): boolean =>
    "expiresAt" in getTableColumns(table) ||
    getTableConfig(table).foreignKeys.some(
      ({ onDelete, reference }) => onDelete === "cascade" && ends(reference().foreignTable),
    );
  const endless = tables.filter((table) => ending.includes(getTableName(table)) && !ends(table));
  expect(endless.map(getTableName), "what ends has its end in a column, for the sweep").toEqual([]);
});
