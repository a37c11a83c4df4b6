import { Pager, PageSelector } from "#app/ui/lists/Pager.tsx";
import type { StepsProps } from "./List.tsx";

/** Previous, 'Page: n' and next (screens#pager). */
export const OpenSteps = ({ label, current, hasNext, hrefFor, isLoading, children }: StepsProps) => (
  <Pager label={label} page={current} hasNext={hasNext} hrefFor={hrefFor} loading={isLoading}>
    {children}
  </Pager>
);

/** The numbers of the pages (screens#page-selector). */
export const NumberedSteps = ({ label, current, total, hrefFor, children }: StepsProps) => (
  <div className="pager">
    {total !== undefined && <PageSelector label={label} current={current} total={total} hrefFor={hrefFor} />}
    {children}
  </div>
);
