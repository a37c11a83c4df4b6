import { pageWindow } from "./pageWindow.ts";

/** Numbered pages: 1, a window round the current page, the last; ellipses for gaps (screens#page-selector). */
export function PageSelector({
  current,
  total,
  hrefFor,
  label = "Pages",
}: {
  current: number;
  total: number;
  hrefFor: (page: number) => string;
  /** Tells several selectors of one page apart. */
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
