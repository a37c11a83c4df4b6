import type { ReactNode } from "react";
import { PageSelector } from "./Pager.tsx";

/**
 * A page of a part of a record between two selectors, if there are others; `pageHref` takes the number of one, `below`
 * tells the second selector from the first.
 */
export function Paged({
  label,
  below = "below it",
  shown: { page, pages },
  pageHref,
  children,
}: {
  label: string;
  below?: string;
  shown: { page: number; pages: number };
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
