import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Connection } from "#database/connect.ts";
import { actionEvents } from "#platform/database/schema/actions.ts";
import { exos, outsideEffects } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { metaProducts } from "#platform/database/schema/products.ts";
import { noteFile, storeBlob } from "#platform/domains/exos/files.ts";
import { type FileStore, FileStoreFailure } from "#platform/outside/files/fileStore.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import { testDatabases } from "../../../../tests/support/databases.ts";
import { customerTables, findCustomer, forgetCustomer } from "./forget.ts";

const rowsOf = <S extends z.ZodType>(schema: S, result: unknown) =>
  z.object({ rows: z.array(schema) }).parse(result).rows;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function differences(before: unknown, after: unknown, path: string): string[] {
  if (Object.is(before, after)) return [];
  if (!isRecord(before) || !isRecord(after) || Array.isArray(before) !== Array.isArray(after)) return [path];
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return [path];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], `${path}.${Array.isArray(before) ? "*" : key}`),
  );
}

/** Bytes as the database writes them into JSON. */
const readable = (json: string) =>
  json.replace(/"\\\\x([0-9a-f]*)"/g, (_, hex: string) => Buffer.from(hex, "hex").toString("latin1"));

describe.each(testDatabases())("a customer who is forgotten on $name", ({ open }) => {
  let connection: Connection;
  let home: string;
  let files: FileStore;
  /** A person with a return of their order, and every form in which records name them. */
  let person: { email: string; name: string; phone: string; code: string; street: string };
  const product = { customer: "", id: "" };

  beforeAll(async () => {
    connection = await open();
    home = await mkdtemp(join(tmpdir(), "forget-"));
    files = await openFolderStore(home);
    const found = await connection.database.execute(
      sql`select customer ->> 'email' as email, customer ->> 'name' as name, customer ->> 'phone' as phone,
            customer ->> 'ap21CustomerCode' as code, orders.document -> 'addresses' -> 0 ->> 'street1' as street
          from orders cross join lateral (select orders.document -> 'customer' as customer) as named
            join exos on exos.original_order_id = orders.document ->> 'sourceId' and exos.email_address = customer ->> 'email'
          where customer ->> 'name' is not null and orders.document -> 'addresses' -> 0 ->> 'street1' <> '' limit 1`,
    );
    const text = z.string();
    const [one] = rowsOf(z.object({ email: text, name: text, phone: text, code: text, street: text }), found);
    if (!one) throw new Error("The seed has no return of a named customer");
    person = one;
  });
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true });
  });

  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of files.list("")) keys.push(key);
    return keys;
  };

  async function everything(): Promise<Map<string, { table: string; row: Record<string, unknown> }>> {
    const { database } = connection;
    const tables = rowsOf(
      z.object({ schema: z.string(), name: z.string() }),
      await database.execute(
        sql`select table_schema as schema, table_name as name from information_schema.tables
            where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      ),
    );
    const all = new Map<string, { table: string; row: Record<string, unknown> }>();
    for (const { schema, name } of tables) {
      const rows = rowsOf(
        z.object({ row: z.record(z.string(), z.unknown()) }),
        await database.execute(
          sql`select row_to_json(t) as row from ${sql.identifier(schema)}.${sql.identifier(name)} as t`,
        ),
      );
      for (const { row } of rows)
        all.set(`${schema}.${name} ${row.id ?? row.key ?? JSON.stringify(row)}`, { table: name, row });
    }
    return all;
  }

  /** Names a customer in every place of their records. */
  async function nameEverywhere({ orders: theirOrders, returns }: { orders: string[]; returns: string[] }) {
    const { database } = connection;
    const customer = { email: person.email.toUpperCase(), FirstName: person.name, phone: person.phone };
    const [first] = await database.select().from(orders).where(inArray(orders.id, theirOrders));
    if (!first) throw new Error("There is no order");
    const [firstName] = person.name.split(" ");
    const note = `${firstName} rang`;
    const meta = { user: "clerk@utopia.example", note };
    const createdAt = "2026-01-01T00:00:00.000Z";
    const cancelled = { action: "OrderCancelled", message: `Cancel Order: ${note}`, createdAt, meta };
    const history = [cancelled, ...first.history];
    const [line] = z.array(z.looseObject({})).parse(first.document.lineItems);
    // Goods and places can have people's names, and an order may have unknown fields.
    const lastName = person.name.split(" ").at(-1) ?? "";
    const document = {
      ...first.document,
      lineItems: [{ ...line, levelCode: `1020_${lastName.toUpperCase()}_8`, colour: lastName }],
      giftMessage: `For ${person.name}`,
      weight: 3,
    };
    await database.update(orders).set({ history, document }).where(eq(orders.id, first.id));
    const [waited] = await database.select().from(metaProducts).limit(1);
    if (!waited) throw new Error("There is no product");
    product.id = waited.id;
    const offered = { code: "x", attribute: "Offered To", oldValue: null, newValue: customer };
    const changes = [{ ...offered, updatedAt: "2026-01-01" }, ...waited.changes];
    await database
      .update(metaProducts)
      .set({ waitingCustomer: customer, changes })
      .where(eq(metaProducts.id, waited.id));
    const event = (action: string, target: string, payload: string) => ({
      ...{ id: crypto.randomUUID(), action, target, payload, subject: "clerk", storeGroup: "all-stores" },
      ...{ sourceType: "order", submittedBy: "clerk@utopia.example" },
      ...{ submittedAt: new Date(), performedAt: new Date() },
    });
    await database
      .insert(actionEvents)
      .values([
        event("resend-confirmation-email", first.id, JSON.stringify(customer)),
        event("update-address", first.id, JSON.stringify({ street1: person.street })),
        event("offer-to-customer", waited.id, JSON.stringify(customer)),
        event("retry", first.id, ""),
      ]);
    const facts = { transmission_id: "TX-1" };
    const reply = { kind: "done", facts, message: `Sent to ${person.email}` } as const;
    const mail = {
      company: "mail",
      job: "send-shipment-email",
      reply,
      asked: 1,
      createdAt: new Date(),
    } as const;
    for (const id of returns)
      await database.insert(outsideEffects).values({ ...mail, key: `${id}/mail`, exoId: id });
  }

  async function storeFiles(returns: string[]) {
    for (const id of returns) {
      const slip = {
        ...{ id: `exos/${id}/return-slip.pdf`, contentType: "application/pdf", fileName: "slip.pdf" },
        ...{ content: new Uint8Array([2]), createdAt: new Date() },
      };
      await noteFile(connection.database, await storeBlob(files, slip));
      // The step was rolled back: no row names this file.
      await storeBlob(files, { ...slip, content: new Uint8Array([3]) });
    }
    await files.put("returns/of-another/file", new Uint8Array([4]), "application/pdf");
  }

  test("who is still served is not, and nothing is changed [privacy#open]", async () => {
    const { database } = connection;
    const records = await findCustomer(database, person.email.toUpperCase());
    expect(records.orders.length).toBeGreaterThan(0);
    expect(records.returns.length).toBeGreaterThan(0);
    const [first = ""] = records.orders;
    await database.update(orders).set({ status: "PROCESSING" }).where(eq(orders.id, first));
    const before = await everything();
    expect((await forgetCustomer(database, files, person.email)).open).toContain(first);
    expect(await everything()).toEqual(before);
  });

  test("is in nothing that the platform stores, and every other field is as it was [privacy#platform]", async () => {
    const { database } = connection;
    const records = await findCustomer(database, person.email);
    const isTheirs = inArray(orders.id, records.orders);
    await database.update(orders).set({ status: "COMPLETE", stepAt: null }).where(isTheirs);
    const isReturn = inArray(exos.id, records.returns);
    await database.update(exos).set({ status: "completed", stepAt: null }).where(isReturn);
    await nameEverywhere(records);
    await storeFiles(records.returns);
    const found = await findCustomer(database, person.email);
    expect(found).toMatchObject({ open: [], products: [product.id], events: 3 });
    const before = await everything();

    const away = { ...files, remove: () => Promise.reject(new FileStoreFailure("The store is away")) };
    await expect(forgetCustomer(database, away, person.email)).rejects.toThrow("The store is away");
    expect(await everything()).toEqual(before);

    expect(await forgetCustomer(database, files, person.email)).toEqual(found);
    expect(await stored()).toEqual(["returns/of-another/file"]);

    const after = await everything();
    const { email, name, phone, street, code } = person;
    const traces = [email, name, phone, street, code].map((text) => text.toLowerCase());
    const textOf = (row: unknown) => readable(JSON.stringify(row)).toLowerCase();
    const theirs = [...after].filter(([, { row }]) => traces.some((trace) => textOf(row).includes(trace)));
    // Another person of the seed may live in the same street or share a name.
    expect(theirs.filter(([key, { row }]) => textOf(before.get(key)?.row ?? null) !== textOf(row))).toEqual(
      [],
    );
    expect(readable(JSON.stringify([...after])).toLowerCase()).not.toContain(person.email.toLowerCase());
    expect(readable(JSON.stringify([...after]))).not.toContain(person.code);

    const changed = [...before].flatMap(([key, { table, row }]) => {
      const now = after.get(key);
      return now ? differences(row, now.row, table) : [`${table} dropped`];
    });
    const fields = {
      action_events: "payload",
      "exos.document.exchange.Customer": "Ap21CustomerCode Ap21CustomerIdx FirstName LastName",
      "exos.document.exchange.Items.*": "Photos ReturnReasonNotes",
      exos: "correspondence_email_address email_address histories.*.message reference_list.*.meta.recipient_email revision search_text",
      meta_products: "changes.*.newValue waiting_customer",
      "orders.document.addresses.*": "name street1",
      "orders.document.customer": "ap21CustomerCode ap21CustomerIdx email name phone",
      orders: "document.giftMessage history.*.message history.*.meta.email history.*.meta.note search_text",
      outside_effects: "reply.message",
    };
    const erased = Object.entries(fields).flatMap(([record, names]) =>
      names.split(" ").map((name) => `${record}.${name}`),
    );
    expect([...new Set(changed)].sort()).toEqual([...erased, "stored_files dropped"].sort());
    expect([...after.keys()].filter((key) => !before.has(key))).toEqual([]);

    const nobody = { orders: [], returns: [], products: [], events: 0, open: [] };
    expect(await forgetCustomer(database, files, person.email)).toMatchObject(nobody);
  });

  test("every table that may name somebody is listed with its treatment [privacy#platform]", async () => {
    const named = rowsOf(
      z.object({ name: z.string() }),
      await connection.database.execute(
        sql`select table_name as name from information_schema.tables
            where table_type = 'BASE TABLE' and table_schema = 'public'`,
      ),
    );
    const without = named.map(({ name }) => name).filter((name) => !(name in customerTables));
    expect(without.sort()).toEqual([
      ...["custom_rules", "edi_counters", "edi_interchanges", "edi_partners", "edi_settled_gaps"],
      ...["identity_records", "label_products", "master_products", "schema_migrations", "seed_parts"],
      ...["shipment_lines", "stores", "vouchers"],
    ]);
  });
});
