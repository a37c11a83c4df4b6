/** Names with their values: of a question, of sums. */
export const FactList = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
    {facts.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt className="text-ink-soft">{label}</dt>
        <dd className="min-w-0 tabular-nums wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
