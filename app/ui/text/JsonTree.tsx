import { toJsonNode } from "./jsonNodes.ts";

function Node({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const node = toJsonNode(value, depth);
  if (node.kind === "leaf") {
    return (
      <div className="leaf">
        <span className="key">{name}</span>:{" "}
        {node.cut === undefined ? (
          <span className={node.look}>{node.text}</span>
        ) : (
          <details className="long">
            <summary>
              <span className={node.look}>{node.cut}… </span>
              <b className="more" />
            </summary>
            <div className={node.look}>{node.text}</div>
          </details>
        )}
      </div>
    );
  }
  if (node.entries.length === 0) {
    return (
      <div className="leaf">
        <span className="key">{name}</span>:{" "}
        <span className="hint">{Array.isArray(value) ? "[]" : "{}"}</span>
      </div>
    );
  }
  return (
    <details open={depth === 0}>
      <summary>
        <span className="key">{name}</span> <span className="hint">{node.hint}</span>
      </summary>
      <ul>
        {node.entries.map(([key, inner]) => (
          <li key={key}>
            <Node name={key} value={inner} depth={depth + 1} />
          </li>
        ))}
        {node.left > 0 && <li className="hint">and {node.left} more</li>}
      </ul>
    </details>
  );
}

/**
 * A JSON value as a tree that opens and closes without scripting: collapsed at depth 1, strings over 200 characters
 * shortened and expandable (screens#tree).
 */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  return (
    <div className="json">
      <Node name={label} value={value} depth={0} />
    </div>
  );
}
