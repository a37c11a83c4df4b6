import { type FoundIn, holds } from "./foundIn.ts";
import { Folded } from "./LongText.tsx";

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

/** The search text in lower case, and its matches. */
type Found = FoundIn & { words: string };

/** A name or value with the matches highlighted. */
function Words({ text, found }: { text: string; found: Found | undefined }) {
  const at = found ? text.toLowerCase().indexOf(found.words) : -1;
  if (!found || at < 0) return <>{text}</>;
  const end = at + found.words.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

const standsIn = (value: unknown, found: Found): boolean =>
  holds(value, found.words) || (typeof value === "object" && value !== null && found.branches.has(value));

const looks = { str: "whitespace-pre-wrap text-ok", num: "text-attention", lit: "text-background" };

type NodeProps = { name: string; value: unknown; depth: number; found: Found | undefined };

function Node({ name, value, depth, found }: NodeProps) {
  const isList = Array.isArray(value);
  // A match by its own name is shown completely.
  const inside = found && standsIn(value, found) ? found : undefined;
  const isAmong = ([key, inner]: [string, unknown]): boolean =>
    !inside || (!isList && holds(key, inside.words)) || standsIn(inner, inside);
  const node = toJsonNode(value, depth, isAmong);
  if (node.kind === "leaf") {
    return (
      <div className="pl-[1em]">
        <span className="text-accent">
          <Words text={name} found={found} />
        </span>
        :{" "}
        {node.cut === undefined ? (
          <span className={looks[node.look]}>
            <Words text={node.text} found={inside} />
          </span>
        ) : (
          <Folded start={`${node.cut}… `} look={looks[node.look]} open={inside !== undefined}>
            <Words text={node.text} found={inside} />
          </Folded>
        )}
      </div>
    );
  }
  if (node.entries.length === 0) {
    return (
      <div className="pl-[1em]">
        <span className="text-accent">
          <Words text={name} found={found} />
        </span>
        : <span className="text-ink-faint">{isList ? "[]" : "{}"}</span>
      </div>
    );
  }
  return (
    <details open={depth === 0 || inside !== undefined}>
      <summary>
        <span className="text-accent">
          <Words text={name} found={found} />
        </span>{" "}
        <span className="text-ink-faint">{node.hint}</span>
      </summary>
      <ul className="ml-1.5 border-l border-line pl-3">
        {node.entries.map(([key, inner]) => (
          <li key={key} className="py-px">
            <Node name={key} value={inner} depth={depth + 1} found={found} />
          </li>
        ))}
        {node.left > 0 && <li className="py-px text-ink-faint">and {node.left} more</li>}
      </ul>
    </details>
  );
}

/**
 * A JSON value as a tree that opens and closes without scripting: collapsed at depth 1, strings
 * over 200 characters shortened and expandable (screens#tree). With `found` only the matching names
 * and values, highlighted, and their ancestors (screens#tree-find).
 */
export function JsonTree({ value, label, found }: { value: unknown; label: string; found?: Found }) {
  return (
    <div className="json font-mono text-xs wrap-anywhere">
      <Node name={label} value={value} depth={0} found={found} />
    </div>
  );
}
