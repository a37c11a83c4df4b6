import type { ReactNode } from "react";

/** The link that a table row opens; the row's clicks go to it. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} data-row="" data-scroll="keep" data-discover="true">
      {children}
    </a>
  );
}
