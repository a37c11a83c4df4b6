import { z } from "zod";

/**
 * One row of a list: parsed, or unreadable, with its known fields. `raw` is the untouched row, for Raw Data: a parsed
 * row has its loose values normalised.
 */
export type WireRow<T> =
  | { readable: true; row: T; raw: unknown }
  | { readable: false; id: string; problem: string; raw: unknown };

const rowsOf = (body: unknown): unknown[] | undefined => {
  if (Array.isArray(body)) return body;
  if (typeof body !== "object" || body === null) return undefined;
  const envelope = body as Record<string, unknown>;
  for (const key of ["items", "summaries", "results", "data"]) {
    const rows = envelope[key];
    if (Array.isArray(rows)) return rows;
  }
  return undefined;
};

const idOf = (raw: unknown, index: number): string => {
  if (typeof raw === "object" && raw !== null) {
    const candidate = raw as Record<string, unknown>;
    for (const key of ["id", "groupId", "storeAlias", "styleCode"]) {
      const id = candidate[key];
      if (typeof id === "string" || typeof id === "number") return String(id);
    }
  }
  return `row ${index + 1}`;
};

/** The key of a record in a list: its `id`, else the whole row. */
export const recordKey = (raw: unknown): string => {
  const { id } = Object(raw);
  return typeof id === "string" || typeof id === "number" ? `${id}` : JSON.stringify(raw);
};

/** A list response: a bare array, or an envelope with `items`, `summaries`, `results` or `data`. */
const listBody = <T>(read: (rows: unknown[], body: unknown) => T) =>
  z.unknown().transform((body, context): T => {
    const rows = rowsOf(body);
    if (rows) return read(rows, body);
    context.addIssue({ code: "custom", message: "Expected a list of rows" });
    return z.NEVER;
  });

const wordsOf = ({ message }: z.core.$ZodIssue): string =>
  message.replace(/^Invalid input: (expected \w+), received undefined$/, "is missing ($1)");

/** Parses one row of a list; `index` (from 0) is its place in the list. */
export const readRow = <T>(row: z.ZodType<T>, raw: unknown, index: number): WireRow<T> => {
  const parsed = row.safeParse(raw);
  if (parsed.success) return { readable: true, row: parsed.data, raw };
  const problem = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "row"}: ${wordsOf(issue)}`)
    .join("; ");
  return { readable: false, id: idOf(raw, index), problem, raw };
};

/** A response with more unreadable rows than this is no list of this kind: the rest is counted and left out. */
const maxUnreadable = 200;

function readRows<T>(row: z.ZodType<T>, rows: readonly unknown[]): WireRow<T>[] {
  const read: WireRow<T>[] = [];
  let unreadable = 0;
  for (const [index, raw] of rows.entries()) {
    if (unreadable === maxUnreadable) {
      const problem = `not read, since ${maxUnreadable} before could not be`;
      read.push({ readable: false, id: `rows ${index + 1} to ${rows.length}`, problem, raw: undefined });
      break;
    }
    const one = readRow(row, raw, index);
    if (!one.readable) unreadable += 1;
    read.push(one);
  }
  return read;
}

const shapes = new WeakMap<z.core.$ZodType, z.ZodType>();

/** What a server is to send, for a schema here that accepts more than that. */
export const shapeOf = (schema: z.core.$ZodType): z.ZodType | undefined => shapes.get(schema);

function shaped<Schema extends z.ZodType>(schema: Schema, shape: z.ZodType): Schema {
  shapes.set(schema, shape);
  return schema;
}

/** A list response (see `listBody`) with its rows parsed one by one, so that a broken row does not break the list. */
export const listOf = <T>(row: z.ZodType<T>) =>
  shaped(
    listBody((rows) => readRows(row, rows)),
    z.array(row),
  );

/** One page of a list: its rows, its number and the number of pages, both 1 or more. */
export type WirePage<T> = { rows: WireRow<T>[]; page: number; pages: number };

const countIn = (value: unknown): number | undefined => {
  if (typeof value === "object" && value !== null) {
    const { total, totalPages, total_pages } = value as Record<string, unknown>;
    return countIn(total ?? totalPages ?? total_pages);
  }
  const count = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof count === "number" && Number.isFinite(count) ? Math.max(1, Math.trunc(count)) : undefined;
};

const countNamed = (body: unknown, names: readonly string[]): number => {
  if (typeof body !== "object" || body === null) return 1;
  const envelope = body as Record<string, unknown>;
  for (const name of names) {
    const count = countIn(envelope[name]);
    if (count !== undefined) return count;
  }
  return 1;
};

const pagesIn = (body: unknown): number => countNamed(body, ["totalPages", "total_pages", "pages"]);

/** A list response and its `total`, never less than its rows. */
export const countedListOf = <T>(row: z.ZodType<T>) =>
  shaped(
    listBody((raw, body) => {
      const rows = readRows(row, raw);
      return { rows, total: Math.max(rows.length, countNamed(body, ["total"])) };
    }),
    z.object({ items: z.array(row), total: z.int() }),
  );

/**
 * A list response with its page number (`currentPage`, `current_page` or `page`) and number of pages (`totalPages`,
 * `total_pages` or `pages`, a number or an object with a total). Without either it is page 1 of 1.
 */
export const pagedListOf = <T>(row: z.ZodType<T>) =>
  shaped(
    listBody(
      (rows, body): WirePage<T> => ({
        rows: readRows(row, rows),
        page: countNamed(body, ["currentPage", "current_page", "page"]),
        pages: pagesIn(body),
      }),
    ),
    z.object({ items: z.array(row), page: z.int(), pages: z.int() }),
  );

/** The response for one record, `{ item }`. `raw` is the untouched item. */
export const itemOf = <T extends z.ZodType>(item: T) =>
  shaped(
    z.looseObject({ item: z.unknown() }).transform((body, context): { item: z.output<T>; raw: unknown } => {
      const read = item.safeParse(body.item);
      if (read.success) return { item: read.data, raw: body.item };
      for (const { path, message } of read.error.issues) {
        context.addIssue({ code: "custom", message, path: ["item", ...path] });
      }
      return z.NEVER;
    }),
    z.object({ item }),
  );

/** A list inside a row: unreadable elements are left out, and the others stay. */
export const readableListOf = <T extends z.ZodType>(element: T) =>
  shaped(z.array(z.unknown()), z.array(element)).transform((elements): z.output<T>[] =>
    elements.flatMap((raw) => {
      const parsed = element.safeParse(raw);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** Text that a server may send as a string, a number or not at all. */
export const looseText = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish();

/** A field that is shown as text; anything else is parsed as absent, and does not break its row. */
export const text = looseText.catch(undefined);

/** A point in time as sent, ISO 8601 or a number; anything else is parsed as absent. */
export const time = z.union([z.string(), z.number()]).nullish().catch(undefined);

/** A number, which may be sent as text; anything else is parsed as absent. */
export const number = z.union([z.number(), z.string()]).nullish().catch(undefined);

/** A flag, of which only these spellings count; anything else is parsed as absent. */
export const truth = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
  .nullish()
  .catch(undefined);

export const id = z.union([z.string(), z.number()]).transform(String);

/** A page's number or size, in a query. */
export const positiveInteger = z.coerce.number().int().min(1);

/** The query of a page of a list with filters, which are sent as one JSON string. */
export const pageOfFiltered = z.object({ page: positiveInteger, filters: z.string().optional() });

/** An object with more fields than these; anything else is parsed as absent. */
export const optionalObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).nullish().catch(undefined);

/** A list of which unreadable elements are left out; anything else is parsed as absent. */
export const optionalList = <T extends z.ZodType>(element: T) =>
  readableListOf(element).nullish().catch(undefined);

/** The body of every failed response of the portal API. */
export const errorBody = z.looseObject({ error: z.string().optional(), stack: z.string().optional() });
export type ErrorBody = z.output<typeof errorBody>;
