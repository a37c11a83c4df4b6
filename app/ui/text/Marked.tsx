import { Icon } from "../Icon.tsx";

/** A value, marked when it isn't what it should be; a dash where there is none. */
export function Marked({ value }: { value: string | { text: string; note: string } | undefined }) {
  if (value === undefined) return <>–</>;
  if (typeof value === "string") return <>{value}</>;
  return (
    <span className="text-attention" title={value.note}>
      <Icon name="attention" label={value.note} /> {value.text || "–"}
    </span>
  );
}
