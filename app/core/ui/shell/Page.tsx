import type { ReactNode } from "react";

type StoreData = { storeName?: string | undefined };

/** The `meta` of a page that says in its title which store it is of; `title` alone without one. */
export const storeTitle =
  (title: string, allStores = title) =>
  ({ data }: { data?: StoreData | undefined }) => [
    { title: data?.storeName ? `${title} · ${data.storeName}` : allStores },
  ];

/** A page's heading, its actions, and its content. */
export function Page({
  title,
  count,
  subtitle,
  actions,
  above,
  children,
}: {
  title: ReactNode;
  /** How many records a list has, beside its title. */
  count?: string | undefined;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Above the heading. */
  above?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page">
      {above}
      <header className="page-head min-h-control">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1>{title}</h1>
            {count && <span className="tabular-nums text-ink-soft">{count}</span>}
          </div>
          {subtitle && <p className="text-ink-soft">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 off">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
