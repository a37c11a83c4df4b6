type Fact = { label: string; value: string; way?: { href: string; words: string } | undefined };

/** Names with their values, and what can be done about one: of a question, of sums. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
    {facts.map(({ label, value, way }) => (
      <div key={label} className="contents">
        <dt className="text-ink-soft">{label}</dt>
        <dd className="min-w-0 tabular-nums wrap-anywhere">
          {value}
          {way && (
            <>
              {" "}
              <a href={way.href} aria-label={`${way.words}: ${label}`} data-scroll="keep">
                {way.words}
              </a>
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
);
