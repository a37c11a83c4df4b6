import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { RelativeTime } from "./text/DateTime.tsx";
import { Parts } from "./text/Parts.tsx";
import type { Instant } from "./text/time.ts";

/** What a record's panel answers first: who and how much, and what is wrong with what to do now (screens#panel-answers). */
export function RecordLead({
  facts,
  at,
  wrong,
}: {
  facts: readonly string[];
  at?: Instant | undefined;
  wrong: { words: string; advice: string } | undefined;
}) {
  const [first] = facts;
  return (
    <>
      <p className="text-ink-soft wrap-anywhere">
        {first !== undefined && <strong className="font-medium text-ink">{first}</strong>}
        {facts.length > 1 && " · "}
        <Parts texts={facts.slice(1)} />
        {facts.length > 0 && at && " · "}
        {at && <RelativeTime at={at} />}
      </p>
      {wrong && (
        <p className="notice tone-attention">
          <Icon name="attention" />
          <span>
            <strong>{wrong.words}</strong> {wrong.advice}
          </span>
        </p>
      )}
    </>
  );
}

/** Codes, ids of the database and exact times: for support, and not to decide by. */
export const Technical = ({ children }: { children: ReactNode }) => (
  <details className="text-xs text-ink-soft open:basis-full">
    <summary className="py-1">Technical</summary>
    <div className="space-y-1 py-1 wrap-anywhere">{children}</div>
  </details>
);
