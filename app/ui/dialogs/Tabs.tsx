/** Tabs as links: every tab is a URL. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  /** `count`: number of items in a tab. */
  tabs: { key: string; label: string; count?: number; href: string }[];
  current: string;
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.key}
          href={tab.href}
          data-scroll="keep"
          aria-current={tab.key === current ? "page" : undefined}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="ml-1.5 text-sm tabular-nums text-ink-soft">{tab.count}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
