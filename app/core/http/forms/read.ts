import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { readJson } from "#app/core/values/values.ts";
import { formTypeOf } from "./formType.ts";

/** More than any form of the portal has; a rule's is the largest. */
const maxFields = 5_000;
/** Maximum rows of all lists of a form: an index makes a list of that length, whether its rows are sent or not. */
const maxRows = 2_000;

/** Fields of forms in addition to their schema: the one-time token, and those of dialogs. */
const everywhere = ["token", "asked", "typed"];

const indices = /\[(\d{1,3})\]/g;
/** A field's name without its indices: `groups[0].origin` is `groups[].origin`. */
const shapeOf = (name: string): string => name.replace(indices, "[]");

type Shapes = { fields: Set<string>; lists: Set<string>; rows: Set<string> };

function collect(schema: z.core.$ZodType, at: string, into: Shapes): void {
  if (schema instanceof z.core.$ZodObject) {
    for (const [key, inner] of Object.entries(schema._zod.def.shape)) {
      collect(inner, at === "" ? key : `${at}.${key}`, into);
    }
  } else if (schema instanceof z.core.$ZodArray) {
    into.lists.add(at);
    into.rows.add(`${at}[]`);
    collect(schema._zod.def.element, `${at}[]`, into);
  } else if (
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodCatch
  ) {
    collect(schema._zod.def.innerType, at, into);
  } else {
    into.fields.add(at);
  }
}

/** The number of rows that the names create: each list is as long as its highest index. */
function rowsOf(names: Iterable<string>): number {
  const lengths = new Map<string, number>();
  for (const name of names) {
    for (const { index, 1: digits } of name.matchAll(indices)) {
      const list = name.slice(0, index);
      lengths.set(list, Math.max(lengths.get(list) ?? 0, Number(digits) + 1));
    }
  }
  return [...lengths.values()].reduce((sum, length) => sum + length, 0);
}

const rowIndex = z.number().int().min(0).max(999);
const newRows = z.array(z.record(z.string(), z.string())).max(1);
const rowValues = z.record(z.string(), z.union([z.string(), newRows]));

/** The intents of conform's own buttons, as far as the portal's forms have such buttons. */
const intents = z.discriminatedUnion("type", [
  z.object({ type: z.literal("validate"), payload: z.object({ name: z.string().optional() }) }),
  z.object({
    type: z.literal("insert"),
    payload: z.object({ name: z.string(), index: rowIndex.optional(), defaultValue: rowValues.optional() }),
  }),
  z.object({ type: z.literal("remove"), payload: z.object({ name: z.string(), index: rowIndex }) }),
  z.object({
    type: z.literal("reorder"),
    payload: z.object({ name: z.string(), from: rowIndex, to: rowIndex }),
  }),
  // The last row of a list is emptied instead of removed.
  z.object({ type: z.literal("update"), payload: z.object({ name: z.string(), value: newRows }) }),
]);

/** Conform's state of a form: which of its parts have been validated. */
const states = z.object({ validated: z.record(z.string(), z.boolean()) }).strict();

const parsed = (text: FormDataEntryValue): unknown => (typeof text === "string" ? readJson(text) : undefined);

/** The possible names in a form of this schema, and the paths of its lists and rows. */
function shapesOf(schema: z.core.$ZodType): Shapes {
  const shapes: Shapes = { fields: new Set(everywhere), lists: new Set(), rows: new Set() };
  collect(schema, "", shapes);
  return shapes;
}

const isPart = (name: string, { fields, lists, rows }: Shapes): boolean => {
  const shape = shapeOf(name);
  return name === "" || fields.has(shape) || lists.has(shape) || rows.has(shape);
};

function isIntent(text: FormDataEntryValue, shapes: Shapes): boolean {
  const read = intents.safeParse(parsed(text));
  if (!read.success) return false;
  const { type, payload } = read.data;
  if (payload.name === undefined) return true;
  return type === "validate" ? isPart(payload.name, shapes) : shapes.lists.has(shapeOf(payload.name));
}

function isState(text: FormDataEntryValue, shapes: Shapes): boolean {
  const read = states.safeParse(parsed(text));
  if (!read.success) return false;
  const names = Object.keys(read.data.validated);
  return names.length <= maxFields && names.every((name) => isPart(name, shapes)) && rowsOf(names) <= maxRows;
}

/** A field unknown to us, e.g. of a browser extension: a plain word, which no schema uses. */
const isForeign = (name: string): boolean => /^[A-Za-z]\w{0,63}$/.test(name);

/**
 * The known fields of `form`, each once, with bounded indices, and conform's own two if they have what its buttons
 * send; plain unknown words are left out. Undefined for a form with anything else: that must never reach conform,
 * which makes lists as long as any index says and throws for unknown values.
 */
export function knownFields(form: FormData, schema: z.core.$ZodType): FormData | undefined {
  const shapes = shapesOf(schema);
  const ownFields = new FormData();
  const names = new Set<string>();
  for (const [name, value] of form) {
    if (names.size >= maxFields || names.has(name)) return undefined;
    names.add(name);
    const isFit =
      name === "__intent__"
        ? isIntent(value, shapes)
        : name === "__state__"
          ? isState(value, shapes)
          : shapes.fields.has(shapeOf(name));
    if (isFit && typeof value === "string") ownFields.append(name, value);
    else if (isFit || !isForeign(name)) return undefined;
  }
  return rowsOf(names) <= maxRows ? ownFields : undefined;
}

/** A 400 page for requests that no page of the portal sends. Throw it. */
export const malformedForm = (): Response =>
  new Response("Part of the form is missing, so nothing was done. Go back, reload the page and try again.", {
    status: 400,
  });

/** Maximum fields or parts parsed: slightly more than any form may have (errors#form-names). */
const maxParts = 6_000;

/** A name that reaches inherited properties of objects. */
const inherited = /(^|[.[])(__proto__|constructor|prototype)($|[.[\]])/;

/** Whether a body has more fields or parts than are parsed; counts separators without parsing. */
function hasTooMany(body: Buffer, separator: string): boolean {
  let parts = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    parts += 1;
    if (parts > maxParts) return true;
  }
  return false;
}

/** Without scripting a browser sends every end of a line as two characters: here it is one, and counts as one. */
function withPlainLines(form: FormData): FormData {
  const plain = new FormData();
  for (const [name, value] of form)
    plain.append(name, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value);
  return plain;
}

/**
 * The fields of a request's body. Throws a 400 page for a body that is no form, is truncated, or
 * has so many parts that parsing them would delay other users.
 */
export async function formOf(request: Request): Promise<FormData> {
  const type = formTypeOf(request.headers.get("Content-Type") ?? "");
  if (!type) throw malformedForm();
  try {
    const body = Buffer.from(await request.arrayBuffer());
    if (hasTooMany(body, type.separator)) throw malformedForm();
    const form = await new Response(body, { headers: { "Content-Type": type.contentType } }).formData();
    if ([...form.keys()].some((name) => inherited.test(name))) throw malformedForm();
    return withPlainLines(form);
  } catch (problem) {
    // Any error in the body itself is a TypeError.
    if (problem instanceof TypeError) throw malformedForm();
    throw problem;
  }
}

/**
 * The submitted form, parsed by `schema`: the only way in which the server passes a form to
 * conform. Throws a 400 page for a form with names that are not in the schema (errors#form-names).
 */
export function readForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
  coercion: { disableAutoCoercion?: boolean } = {},
) {
  const ownForm = knownFields(form, schema);
  if (ownForm === undefined) throw malformedForm();
  return parseWithZod(ownForm, { schema, ...coercion });
}

/** The values of a form that its page always sends whole. Throws a 400 page for any other. */
export function requireForm<S extends z.ZodType>(form: FormData, schema: S): z.output<S> {
  const read = readForm(form, schema);
  if (read.status !== "success") throw malformedForm();
  return read.value;
}
