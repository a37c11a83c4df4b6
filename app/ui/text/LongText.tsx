import { Icon } from "../elements.tsx";

const maxCodeLength = 24;

/** A code, unbroken: only one far longer than usual may wrap, and is shortened. */
export function Code({ value }: { value: string }) {
  if (value.length > maxCodeLength) return <LongText value={value} />;
  return <span className="whitespace-nowrap">{value}</span>;
}

/**
 * A value of any length: up to `limit` characters as it is, longer ones cut, with the full value on
 * press and its beginning as a tooltip.
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

/** A value, marked if it isn't valid; a dash if there is none. */
export function Marked({ value }: { value: string | { text: string; note: string } | undefined }) {
  if (value === undefined) return <>–</>;
  if (typeof value === "string") return <>{value}</>;
  return (
    <span className="text-attention" title={value.note}>
      <Icon name="attention" label={value.note} /> {value.text || "–"}
    </span>
  );
}
