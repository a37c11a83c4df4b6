import type { Fact } from "#app/domains/edi/records.ts";
import { LongText } from "#app/ui/text/LongText.tsx";

/** Free details, name by name. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="grid gap-x-3 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <LongText value={value} limit={300} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
