import { Pager } from "#app/ui/lists/Pager.tsx";
import type { StepsProps } from "./List.tsx";

/** Previous, 'Page: n' and next (screens#pager). */
export const OpenSteps = ({ label, current, hasNext, hrefFor, isLoading, children }: StepsProps) => (
  <Pager label={label} page={current} hasNext={hasNext} hrefFor={hrefFor} loading={isLoading}>
    {children}
  </Pager>
);
