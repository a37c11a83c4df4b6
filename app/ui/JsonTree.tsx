/** A JSON value as a tree that opens and closes, collapsed at depth 1 (spec 2 §9). */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  return (
    <details className="json" open>
      <summary>{label}</summary>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
