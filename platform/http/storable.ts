/** How JSON writes NUL and halves of a character, which PostgreSQL has in no text; `\\u0000` is a text of six letters. */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether JSON holds, anywhere, a character that no database column takes. */
export const unstorable = (value: unknown): boolean => unstorableEscape.test(JSON.stringify(value) ?? "");
