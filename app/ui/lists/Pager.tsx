import type { ReactNode } from "react";
import { Icon } from "../elements.tsx";
import { pageWindow } from "./pageWindow.ts";

function Step({ href, label, children }: { href: string | undefined; label: string; children: ReactNode }) {
  return href ? (
    <a className="btn btn-quiet" href={href} aria-label={label} title={label}>
      {children}
    </a>
  ) : (
    <button type="button" className="btn btn-quiet" disabled aria-label={label}>
      {children}
    </button>
  );
}

/** Previous, 'Page: n' and next, with Refresh as children (screens#pager). An unavailable step is a disabled button. */
export function Pager({
  page,
  hasNext,
  hrefFor,
  loading = false,
  label = "Pages",
  children,
}: {
  page: number;
  hasNext: boolean;
  hrefFor: (page: number) => string;
  loading?: boolean;
  label?: string;
  children: ReactNode;
}) {
  return (
    <nav className="pager" aria-label={label}>
      <Step href={page > 1 && !loading ? hrefFor(page - 1) : undefined} label="Previous page">
        <Icon name="chevronLeft" />
      </Step>
      <span className="min-w-[4.5rem] px-1 text-center font-medium" aria-live="polite">
        Page: {page}
      </span>
      <Step href={hasNext && !loading ? hrefFor(page + 1) : undefined} label="Next page">
        <Icon name="chevronRight" />
      </Step>
      {children}
    </nav>
  );
}

/** Page numbers: 1, a window around the current page, the last; ellipses for gaps (screens#page-selector). */
export function PageSelector({
  current,
  total,
  hrefFor,
  label = "Pages",
}: {
  current: number;
  total: number;
  hrefFor: (page: number) => string;
  /** Distinguishes several selectors of one page. */
  label?: string;
}) {
  let gaps = 0;
  return (
    <nav className="pages" aria-label={label}>
      {pageWindow(current, total).map((entry) =>
        entry === "gap" ? (
          <span key={`gap-${gaps++}`} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={entry}
            href={hrefFor(entry)}
            aria-label={`Page ${entry}`}
            aria-current={entry === current ? "page" : undefined}
          >
            {entry}
          </a>
        ),
      )}
    </nav>
  );
}
