import { z } from "zod";

/**
 * One row of a list as the wire sent it: read, or unreadable with what can be said of it. `raw` is the
 * untouched row, for Raw Data: a parsed row has its loose values normalised.
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

/**
 * A list answer, its rows as they came: a bare array or an envelope with `items`, `summaries`, `results` or
 * `data`. For lists that are too long to be parsed at once; `readRow` parses one.
 */
export const rawList = z.unknown().transform((body, context): unknown[] => {
  const rows = rowsOf(body);
  if (rows) return rows;
  context.addIssue({ code: "custom", message: "Expected a list of rows" });
  return z.NEVER;
});

/** Parses one row of a list; `index` (from 0) is its place in the list. */
export const readRow = <T>(row: z.ZodType<T>, raw: unknown, index: number): WireRow<T> => {
  const parsed = row.safeParse(raw);
  if (parsed.success) return { readable: true, row: parsed.data, raw };
  const problem = parsed.error.issues
    .map((issue) => `${issue.path.join(".") || "row"}: ${issue.message}`)
    .join("; ");
  return { readable: false, id: idOf(raw, index), problem, raw };
};

/**
 * A list answer (see `rawList`) and its rows, parsed one by one, so that one broken row does not take the
 * list away.
 */
export const listOf = <T>(row: z.ZodType<T>) =>
  rawList.transform((rows) => rows.map((raw, index) => readRow(row, raw, index)));

/** A list inside a row: elements that cannot be read are left out of it, and the others stay. */
export const readableListOf = <T extends z.ZodType>(element: T) =>
  z.array(z.unknown()).transform((elements): z.output<T>[] =>
    elements.flatMap((raw) => {
      const parsed = element.safeParse(raw);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** Text that a server may send as a string, a number or not at all. */
export const looseText = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish();

/** The body of every failed answer of the portal API. */
export const errorBody = z.looseObject({ error: z.string().optional(), stack: z.string().optional() });
export type ErrorBody = z.output<typeof errorBody>;
