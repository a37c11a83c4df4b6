import { Icon } from "./Icon.tsx";

/** A value, marked when it isn't what it should be; a dash where there is none. */
export function Marked({ value }: { value: { text: string; note?: string } | undefined }) {
  if (!value) return <>–</>;
  if (!value.note) return <>{value.text}</>;
  return (
    <span className="text-attention" title={value.note}>
      <Icon name="attention" label={value.note} /> {value.text || "–"}
    </span>
  );
}
