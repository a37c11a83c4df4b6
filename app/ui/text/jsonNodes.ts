/** Strings longer than this are shortened (screens#tree). */
export const STRING_LIMIT = 200;
/** Maximum entries shown of one object or list; the others are counted, and are in the raw text. */
export const ENTRY_LIMIT = 500;
/** Depth at which a value is shown as text, so that no value can exhaust the stack. */
export const DEPTH_LIMIT = 32;

export type JsonNode =
  | { kind: "branch"; hint: string; entries: [key: string, value: unknown][]; left: number }
  | { kind: "leaf"; look: "str" | "num" | "lit"; text: string; cut?: string };

/**
 * One level of a JSON value as rendered, or only its entries that satisfy `isAmong`; `depth` counts from 0 at the root.
 */
export function toJsonNode(
  value: unknown,
  depth: number,
  isAmong: (entry: [key: string, value: unknown]) => boolean = () => true,
): JsonNode {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    if (value.length <= STRING_LIMIT) return { kind: "leaf", look: "str", text };
    return { kind: "leaf", look: "str", text, cut: JSON.stringify(value.slice(0, STRING_LIMIT)) };
  }
  if (typeof value === "number" || typeof value === "bigint") {
    return { kind: "leaf", look: "num", text: String(value) };
  }
  if (typeof value !== "object" || value === null) return { kind: "leaf", look: "lit", text: String(value) };
  const entries: [string, unknown][] = Object.entries(value);
  const noun = Array.isArray(value) ? "item" : "field";
  const hint = `${entries.length} ${noun}${entries.length === 1 ? "" : "s"}`;
  if (depth >= DEPTH_LIMIT) return { kind: "leaf", look: "lit", text: `${hint}, nested too deeply to show` };
  const among = entries.filter(isAmong);
  return {
    kind: "branch",
    hint,
    entries: among.slice(0, ENTRY_LIMIT),
    left: Math.max(0, among.length - ENTRY_LIMIT),
  };
}
