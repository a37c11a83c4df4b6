import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { knownFields } from "./names.ts";

/** A 400 page for what no page of the portal sends. Throw it. */
const notOurs = (): Response =>
  new Response("The form was not sent whole, so nothing was done. Go back, reload the page and try again.", {
    status: 400,
  });

/** The fields of a request's body. Throws a 400 page for a body that is no form, or breaks off. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (problem) {
    // Whatever is wrong with the body itself is told by a TypeError.
    if (problem instanceof TypeError) throw notOurs();
    throw problem;
  }
}

/**
 * What was typed, read by `schema`: the one way in which the server hands a form to conform. Throws a 400 page for a
 * form with names that no form of the schema has (errors#form-names).
 */
export function readForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
  coercion: { disableAutoCoercion?: boolean } = {},
) {
  const known = knownFields(form, schema);
  if (known === undefined) throw notOurs();
  return parseWithZod(known, { schema, ...coercion });
}
