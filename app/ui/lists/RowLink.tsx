import type { ReactNode } from "react";

/** The link that a table row opens; the row's clicks go to it. */
export function RowLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <a href={href} data-row="" className={className}>
      {children}
    </a>
  );
}
