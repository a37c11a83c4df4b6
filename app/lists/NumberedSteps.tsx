import { PageSelector } from "#app/ui/lists/PageSelector.tsx";
import type { StepsProps } from "./List.tsx";

/** The numbers of the pages (screens#page-selector). */
export const NumberedSteps = ({ label, current, total, hrefFor, children }: StepsProps) => (
  <span className="pager">
    {total !== undefined && <PageSelector label={label} current={current} total={total} hrefFor={hrefFor} />}
    {children}
  </span>
);
