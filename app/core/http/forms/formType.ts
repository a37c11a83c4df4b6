/** How a form's body is encoded: its content type as it is passed on, and what separates its fields. */
export type FormType = { contentType: string; separator: string };

const urlencoded = /^application\/x-www-form-urlencoded *(;.*)?$/i;
/** Every browser's boundary, plain or in quotes; 27 to 70 characters are what Node's own parser accepts. */
const multipart = /^multipart\/form-data; *boundary=(?:([A-Za-z0-9'_-]{27,70})|"([A-Za-z0-9'_-]{27,70})")$/i;

/**
 * Reads a form's content type; undefined for anything that no browser sends. It is parsed here only, and what is passed
 * on has one meaning: a parser with its own idea of escapes or parameters could find fields that were never counted
 * (errors#form-names).
 */
export function formTypeOf(contentType: string): FormType | undefined {
  if (urlencoded.test(contentType))
    return { contentType: "application/x-www-form-urlencoded", separator: "&" };
  const [, plain, quoted] = multipart.exec(contentType) ?? [];
  const boundary = plain ?? quoted;
  if (boundary === undefined) return undefined;
  return { contentType: `multipart/form-data; boundary=${boundary}`, separator: `--${boundary}` };
}
