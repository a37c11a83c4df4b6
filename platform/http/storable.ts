/**
 * JSON's escapes of NUL and lone surrogates, which PostgreSQL text cannot contain; `\\u0000` is a text of six letters.
 */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether JSON has, anywhere, a character that no database column accepts. */
export const unstorable = (value: unknown): boolean => unstorableEscape.test(JSON.stringify(value) ?? "");
