import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Pool } from "undici";
import { z } from "zod";
import { getExoCounts, getOrderCounts } from "#contract/counts.ts";
import {
  type EdiOrderFilters,
  getInterchanges,
  getPartnerOrders,
  type InterchangeFilters,
} from "#contract/ediPartner.ts";
import { type ExoFilters, getExos } from "#contract/exos.ts";
import { getOrders, orderPageSize } from "#contract/orders.ts";
import { type Connection, connectPglite, connectPostgres } from "#database/connect.ts";
import { apiToken } from "../support/apiToken.ts";
import { startPlatform } from "../support/platform.ts";
import { startPostgres } from "../support/postgres.ts";
import { growing } from "./scaleData.ts";

// The platform's time for each list, filter, search, count and last page, over HTTP, at 10,000, 100,000 and 1,000,000
// orders and returns and up to 100,000 EDI documents: `npm run bench:scale [-- PostgreSQL | PGlite [rows, comma
// separated]]`, or for an existing database: `npm run bench:scale -- postgres://…`.

const [only = "", requested = ""] = process.argv.slice(2);
const appUrl = "http://localhost:3999";
/** The target for this many rows, in milliseconds. */
const targetMs = (rows: number) => (rows > 100_000 ? 300 : 50);
const times = 5;

const sizesOf = (otherwise: readonly number[]) =>
  requested === "" ? otherwise : requested.split(",").map(Number);

type Question = { what: string; path: string };

const withQuery = (path: string, query: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(query)}`;

const orders = (query: Readonly<Record<string, string>> = {}, page = 1) =>
  withQuery(getOrders.path, {
    storegroup: "",
    page: String(page),
    pagesize: String(orderPageSize),
    ...query,
  });
const paged =
  <Filters>(path: string) =>
  (filters: Filters, page = 1) =>
    withQuery(path, { page: String(page), filters: JSON.stringify(filters) });
const exos = paged<ExoFilters>(getExos.path);
const interchanges = paged<InterchangeFilters>(getInterchanges.path);
const ediOrders = paged<EdiOrderFilters>(getPartnerOrders.path);

/** Values from the data, for queries. */
const known = z.object({
  orders: z.coerce.number(),
  last_of_status: z.coerce.number(),
  order_id: z.string(),
  sku: z.string(),
  email: z.string(),
  exo: z.string(),
  exo_order: z.string(),
  ra: z.string(),
  interchange: z.string(),
  reference: z.string(),
  document: z.string(),
  edi_order: z.string(),
});
type Known = z.output<typeof known>;

const knownSql = `select
  (select count(*) from orders) as orders,
  (select count(*) from orders where status = 'COMPLETE') as last_of_status,
  o.id as order_id, o.document->'lineItems'->0->>'levelCode' as sku, o.document->'customer'->>'email' as email,
  e.name as exo, e.original_order_id as exo_order,
  (select ra_number from exos where ra_number is not null order by position desc limit 1) as ra,
  i.id as interchange, i.control_reference as reference,
  (select split_part(document_identifiers, E'\\n', 1) from edi_interchanges where document_identifiers <> '' order by position desc limit 1) as document,
  (select id from edi_orders order by position desc limit 1) as edi_order
  from orders o, exos e, edi_interchanges i
  where o.position = (select max(position) / 2 from orders)
  and e.position = (select max(position) / 2 from exos where original_order_id is not null)
  and i.position = (select max(position) / 2 from edi_interchanges)`;

/** A date before a tenth of a large seed's two years. */
const since = () => new Date(Date.now() - 73 * 86_400_000).toISOString();

function orderQuestions({ orders: count, last_of_status, order_id, sku, email }: Known): Question[] {
  const lastPage = (rows: number) => Math.max(1, Math.ceil(rows / orderPageSize));
  const of = (what: string, path: string) => ({ what: `Orders: ${what}`, path });
  return [
    of("first page", orders()),
    of("last page", orders({}, lastPage(count))),
    of("one status", orders({ statuses: "UNPROCESSABLE_HARD" })),
    of("three statuses", orders({ statuses: "UNPROCESSABLE_HARD,REJECTED_FRAUD,INVALID" })),
    of("one status, last page", orders({ statuses: "COMPLETE" }, lastPage(last_of_status))),
    of("one store", orders({ storegroup: "Clarks" })),
    of("one store and status", orders({ storegroup: "Clarks", statuses: "INVALID" })),
    of("of some days", orders({ createdFrom: since() })),
    of("highest first", orders({ sort: "highest" })),
    of("highest first, one status", orders({ sort: "highest", statuses: "INVALID" })),
    of("oldest first, one store", orders({ sort: "oldest", storegroup: "Clarks" })),
    of("an id", orders({ orderQuery: order_id })),
    of("a SKU", orders({ orderQuery: sku })),
    of("an email address", orders({ orderQuery: email })),
    of("a name", orders({ orderQuery: "nguyen" })),
    of("two letters that many have", orders({ orderQuery: "an" })),
    of("two letters that none has", orders({ orderQuery: "qz" })),
    of("two letters that none has, one status", orders({ orderQuery: "qz", statuses: "COMPLETE" })),
    of("two letters that none has, one store", orders({ orderQuery: "qz", storegroup: "Clarks" })),
    of("two letters that none has, highest first", orders({ orderQuery: "qz", sort: "highest" })),
    of("three letters that none has", orders({ orderQuery: "qzx" })),
    of(
      "counts by status",
      withQuery(getOrderCounts.path, { statuses: "PROCESSING,UNPROCESSABLE_HARD,INVALID" }),
    ),
  ];
}

function exoQuestions({ exo, exo_order, ra, email }: Known, lastPage: number): Question[] {
  const of = (what: string, path: string) => ({ what: `Returns: ${what}`, path });
  return [
    of("first page", exos({})),
    of("last page", exos({}, lastPage)),
    of("one status", exos({ statusCodes: ["failed"] })),
    of("two statuses", exos({ statusCodes: ["failed", "active"] })),
    of("one store", exos({ stores: ["Clarks"] })),
    of("two stores and a status", exos({ stores: ["Clarks", "Superdry"], statusCodes: ["failed"] })),
    of("of some days", exos({ createdFrom: since() })),
    of("oldest change first", exos({ sort: "untouched" })),
    of("credit owed", exos({ creditOwed: true })),
    of("an order's number", exos({ orderId: exo_order })),
    of("an RA#", exos({ raNumber: ra })),
    of("an email address", exos({ emailAddress: email })),
    of("a name", exos({ searchTerm: exo })),
    of("two letters that many have", exos({ searchTerm: "an" })),
    of("two letters that none has", exos({ searchTerm: "qz" })),
    of("three letters that none has", exos({ searchTerm: "qzx" })),
    of("counts by status", withQuery(getExoCounts.path, { statuses: "failed,active,new" })),
  ];
}

function ediQuestions(values: Known, last: { interchanges: number; orders: number }): Question[] {
  const { interchange, reference, document, edi_order } = values;
  const of = (what: string, path: string) => ({ what: `Interchanges: ${what}`, path });
  const ofOrders = (what: string, path: string) => ({ what: `EDI orders: ${what}`, path });
  return [
    of("first page", interchanges({})),
    of("last page", interchanges({}, last.interchanges)),
    of("an id", interchanges({ documentId: interchange })),
    of("a part of an id", interchanges({ documentId: interchange.slice(0, 8) })),
    of("a control reference", interchanges({ interchangeControlReference: reference })),
    of("a document", interchanges({ documentIdentifier: document })),
    of("inbound", interchanges({ transmissionDirection: "inbound" })),
    of("not acknowledged", interchanges({ acknowledged: false })),
    of("acknowledged", interchanges({ acknowledged: true })),
    of(
      "contains ORDERS",
      interchanges({ containsMessageTypes: ["ORDERS"], containsMessageTypesMode: "any" }),
    ),
    of("on hold or failed", interchanges({ states: ["hold", "failed"] })),
    of("a file's name", interchanges({ fileName: "orders" })),
    of("tests", interchanges({ test: true })),
    of("of some days", interchanges({ createdFrom: since() })),
    of("refused", interchanges({ hasRefusedMessages: true })),
    of("two letters that none has", interchanges({ documentIdentifier: "qz" })),
    ofOrders("first page", ediOrders({})),
    ofOrders("last page", ediOrders({}, last.orders)),
    ofOrders("an id", ediOrders({ documentId: edi_order })),
    ofOrders("an order's number", ediOrders({ documentIdentifier: document })),
    ofOrders("one state", ediOrders({ states: ["failed"] })),
    ofOrders("responses owed", ediOrders({ owes: "response" })),
    ofOrders("two letters that none has", ediOrders({ utopiaOrderNumber: "qz" })),
  ];
}

/** One run's times, in milliseconds, by query. */
type Figures = ReadonlyMap<string, { median: number; longest: number }>;

async function measured(pool: Pool, authorization: string, questions: readonly Question[]): Promise<Figures> {
  const figures = new Map<string, { median: number; longest: number }>();
  for (const { what, path } of questions) {
    const taken: number[] = [];
    // The first run has a cold cache.
    for (let time = 0; time <= times; time += 1) {
      const from = performance.now();
      const { statusCode, body } = await pool.request({ method: "GET", path, headers: { authorization } });
      const answer = await body.text();
      if (statusCode !== 200)
        throw new Error(`${what}: ${path} answered ${statusCode}: ${answer.slice(0, 300)}`);
      if (time > 0) taken.push(performance.now() - from);
    }
    taken.sort((one, other) => one - other);
    figures.set(what, { median: taken[times >> 1] ?? 0, longest: taken.at(-1) ?? 0 });
  }
  return figures;
}

async function lastPageOf(pool: Pool, authorization: string, path: string): Promise<number> {
  const { body } = await pool.request({ method: "GET", path, headers: { authorization } });
  return getExos.answer.parse(await body.json()).pages;
}

async function measurePlatform(environment: Record<string, string>, values: Known): Promise<Figures> {
  const platform = await startPlatform({ appUrl, environment: { ...environment, PLATFORM_SEED: "large" } });
  const pool = new Pool(platform.url, { connections: 1, headersTimeout: 600_000 });
  try {
    const authorization = `Bearer ${await apiToken(platform.url, appUrl, "admin@utopia.example")}`;
    const last = (path: string) => lastPageOf(pool, authorization, path);
    const questions = [
      ...orderQuestions(values),
      ...exoQuestions(values, await last(exos({}))),
      ...ediQuestions(values, {
        interchanges: await last(interchanges({})),
        orders: await last(ediOrders({})),
      }),
    ];
    return await measured(pool, authorization, questions);
  } finally {
    await pool.close();
    await platform.stop();
  }
}

async function knownIn(connection: Connection): Promise<Known> {
  const { rows } = await connection.executeSql(knownSql);
  return known.parse(rows[0]);
}

const say = (text: string) => process.stderr.write(`${text}\n`);

async function onPostgres(rows: readonly number[]): Promise<Map<number, Figures>> {
  const found = new Map<number, Figures>();
  const server = await startPostgres();
  try {
    await withMemory(server.url);
    await server.restart();
    const connection = connectPostgres(server.url, (error) => say(String(error)));
    const data = await growing(connection);
    for (const size of rows) {
      say(`PostgreSQL: filling to ${size} …`);
      await data.growTo(size);
      found.set(
        size,
        await measurePlatform({ PLATFORM_DATABASE_URL: server.url }, await knownIn(connection)),
      );
    }
    await connection.close();
    return found;
  } finally {
    await server.stop();
  }
}

/** The settings of a dedicated server for a database of this size. */
async function withMemory(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const [name, value] of [
    ["shared_buffers", "2GB"],
    ["maintenance_work_mem", "512MB"],
    ["max_wal_size", "8GB"],
  ])
    await client.query(`alter system set ${name} = '${value}'`);
  await client.end();
}

async function onPglite(rows: readonly number[]): Promise<Map<number, Figures>> {
  const found = new Map<number, Figures>();
  for (const size of rows) {
    const folder = await mkdtemp(join(tmpdir(), "scale-"));
    try {
      say(`PGlite: filling to ${size} …`);
      const connection = connectPglite(join(folder, "platform"));
      await (await growing(connection)).growTo(size);
      const values = await knownIn(connection);
      await connection.close();
      found.set(size, await measurePlatform({ PLATFORM_DATA_DIR: folder }, values));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return found;
}

const shown = (time: number) => (time < 10 ? time.toFixed(1) : String(Math.round(time)));

function tableOf(name: string, found: Map<number, Figures>): string {
  const sizes = [...found.keys()];
  const whats = [...(found.get(sizes[0] ?? 0)?.keys() ?? [])];
  const cells = whats.map((what) =>
    sizes.map((size) => {
      const { median = 0, longest = 0 } = found.get(size)?.get(what) ?? {};
      const text = `${shown(median)} (${shown(longest)})`;
      return median > targetMs(size) ? `**${text}**` : text;
    }),
  );
  const heads = sizes.map((size) => size.toLocaleString("en-AU"));
  return [
    `| ${name}, ms: median (longest) of ${times} | ${heads.join(" | ")} |`,
    `|---|${heads.map(() => "---|").join("")}`,
    ...whats.map((what, row) => `| ${what} | ${(cells[row] ?? []).join(" | ")} |`),
  ].join("\n");
}

async function onDatabase(url: string): Promise<Map<number, Figures>> {
  const connection = connectPostgres(url, (error) => say(String(error)));
  const values = await knownIn(connection);
  await connection.close();
  return new Map([[values.orders, await measurePlatform({ PLATFORM_DATABASE_URL: url }, values)]]);
}

const show = (name: string, found: Map<number, Figures>) =>
  process.stdout.write(`\n${tableOf(name, found)}\n`);

if (only.startsWith("postgres://")) {
  show("PostgreSQL", await onDatabase(only));
} else {
  if (only !== "PGlite") show("PostgreSQL", await onPostgres(sizesOf([10_000, 100_000, 1_000_000])));
  if (only !== "PostgreSQL") show("PGlite", await onPglite(sizesOf([10_000, 100_000])));
}
