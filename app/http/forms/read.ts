import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { knownFields } from "./names.ts";

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
function hasTooMany(body: Buffer, type: string): boolean {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(type);
  const separator = boundary ? `--${boundary[1] ?? boundary[2]?.trim()}` : "&";
  let parts = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    parts += 1;
    if (parts > maxParts) return true;
  }
  return false;
}

/**
 * The fields of a request's body. Throws a 400 page for a body that is no form, is truncated, or
 * has so many parts that parsing them would delay other users.
 */
export async function formOf(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  try {
    const body = Buffer.from(await request.arrayBuffer());
    if (hasTooMany(body, type)) throw malformedForm();
    const form = await new Response(body, { headers: { "Content-Type": type } }).formData();
    if ([...form.keys()].some((name) => inherited.test(name))) throw malformedForm();
    return form;
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
  const known = knownFields(form, schema);
  if (known === undefined) throw malformedForm();
  return parseWithZod(known, { schema, ...coercion });
}

/** The values of a form that its page always sends whole. Throws a 400 page for any other. */
export function requireForm<S extends z.ZodType>(form: FormData, schema: S): z.output<S> {
  const read = readForm(form, schema);
  if (read.status !== "success") throw malformedForm();
  return read.value;
}
