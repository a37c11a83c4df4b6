/** Names with their values: of a question, of sums. */
export const FactList = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className="fact-list">
    {facts.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
