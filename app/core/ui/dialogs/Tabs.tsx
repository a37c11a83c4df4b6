import { ToggleLink } from "../Button.tsx";

type Props = {
  label: string;
  /** `count`: number of items in a tab. */
  tabs: { key: string; label: string; count?: number; href: string }[];
  current: string;
};

/** The tabs of a record: its time line is its history with mails and parcels, in the same tab (screens#time-line). */
export function RecordTabs({ label, tabs, current }: Props) {
  const isWhole = current === "timeline";
  const other = tabs.find(({ key }) => key === (isWhole ? "history" : "timeline"));
  return (
    <>
      <Tabs
        label={label}
        tabs={tabs.filter(({ key }) => key !== "timeline")}
        current={isWhole ? "history" : current}
      />
      {other && (isWhole || current === "history") && (
        <ToggleLink label="With mails and parcels" on={isWhole} href={other.href} />
      )}
    </>
  );
}

/** Tabs as links: every tab is a URL. */
export function Tabs({ label, tabs, current }: Props) {
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
            <span className="ml-1.5 text-xs tabular-nums text-ink-soft">{tab.count}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
