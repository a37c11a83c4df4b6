/**
 * A value of any length: up to `limit` characters as it is, longer ones cut, with the whole value a
 * press away and the beginning of it as a tooltip.
 */
export function LongText({ value, limit = 120 }: { value: string; limit?: number }) {
  if (value.length <= limit) return <>{value}</>;
  return (
    <details className="long">
      <summary title={value.slice(0, 500)}>
        <span>{value.slice(0, limit).trimEnd()}… </span>
        <b className="more" />
      </summary>
      <div>{value}</div>
    </details>
  );
}
