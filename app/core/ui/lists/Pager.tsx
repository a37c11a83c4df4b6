import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";

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

/**
 * The entries of a page selector: 1, current−1 … current+4, the last page, "gap" for omitted pages
 * (screens#page-selector). Always at least page 1; `current` is clamped into the range.
 */
export function pageWindow(current: number, total: number): (number | "gap")[] {
  const last = Math.max(1, Math.trunc(total) || 1);
  const here = Math.min(Math.max(1, Math.trunc(current) || 1), last);
  const pages = new Set([1, last]);
  for (let page = here - 1; page <= here + 4; page++) if (page >= 1 && page <= last) pages.add(page);
  const entries: (number | "gap")[] = [];
  let previous = 0;
  for (const page of [...pages].sort((a, b) => a - b)) {
    if (page - previous === 2) entries.push(page - 1);
    else if (page - previous > 2) entries.push("gap");
    entries.push(page);
    previous = page;
  }
  return entries;
}

/**
 * A page of a part of a record between two selectors, if there are others; `pageHref` takes the number of one, `below`
 * tells the second selector from the first.
 */
export function Paged({
  label,
  below = "below it",
  position: { page, pages },
  pageHref,
  children,
}: {
  label: string;
  below?: string;
  position: { page: number; pages: number };
  pageHref: string;
  children: ReactNode;
}) {
  const selector = (words: string) =>
    pages > 1 && (
      <PageSelector label={words} current={page} total={pages} hrefFor={(to) => `${pageHref}${to}`} />
    );
  return (
    <>
      {selector(label)}
      {children}
      {selector(`${label}, ${below}`)}
    </>
  );
}
