import type { ReactNode } from "react";
import { trimmed } from "#app/core/search/search.ts";
import { classes } from "../classes.ts";
import { Icon } from "../Icon.tsx";
import { breakingLongWords } from "./words.ts";

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
  if (value.length <= limit) {
    const look = breakingLongWords(value);
    return look ? <span className={look}>{value}</span> : value;
  }
  return (
    <Folded start={`${trimmed(value, limit)}… `} tooltip={trimmed(value, 500)}>
      {value}
    </Folded>
  );
}

/** The start of a long text, and all of it on press. */
export const Folded = ({
  start,
  children,
  tooltip,
  look,
  open,
}: {
  start: string;
  children: ReactNode;
  tooltip?: string;
  /** A class of the text. */
  look?: string;
  open?: boolean;
}) => (
  <details className="group/long wrap-anywhere" open={open}>
    <summary className="unmarked" title={tooltip}>
      <span className={classes("group-open/long:hidden", look)}>{start}</span>
      <b className="font-medium text-accent after:content-['more'] group-open/long:after:content-['less']" />
    </summary>
    <div className={classes("max-h-[20rem] overflow-auto", look)}>{children}</div>
  </details>
);

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
