import { LongText } from "./LongText.tsx";

/** Longer ones are not what a code looks like. */
const maxCodeLength = 24;

/** A code, in one piece: only what is far longer than codes are may break, and is shortened. */
export function Code({ value }: { value: string }) {
  if (value.length > maxCodeLength) return <LongText value={value} />;
  return <span className="whitespace-nowrap">{value}</span>;
}
