import { type FoundIn, holds } from "./foundIn.ts";
import { toJsonNode } from "./jsonNodes.ts";

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
      <div className="leaf">
        <span className="key">
          <Words text={name} found={found} />
        </span>
        :{" "}
        {node.cut === undefined ? (
          <span className={node.look}>
            <Words text={node.text} found={inside} />
          </span>
        ) : (
          <details className="long" open={inside !== undefined}>
            <summary>
              <span className={node.look}>{node.cut}… </span>
              <b className="more" />
            </summary>
            <div className={node.look}>
              <Words text={node.text} found={inside} />
            </div>
          </details>
        )}
      </div>
    );
  }
  if (node.entries.length === 0) {
    return (
      <div className="leaf">
        <span className="key">
          <Words text={name} found={found} />
        </span>
        : <span className="hint">{isList ? "[]" : "{}"}</span>
      </div>
    );
  }
  return (
    <details open={depth === 0 || inside !== undefined}>
      <summary>
        <span className="key">
          <Words text={name} found={found} />
        </span>{" "}
        <span className="hint">{node.hint}</span>
      </summary>
      <ul>
        {node.entries.map(([key, inner]) => (
          <li key={key}>
            <Node name={key} value={inner} depth={depth + 1} found={found} />
          </li>
        ))}
        {node.left > 0 && <li className="hint">and {node.left} more</li>}
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
    <div className="json">
      <Node name={label} value={value} depth={0} found={found} />
    </div>
  );
}
