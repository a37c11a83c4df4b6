import { Icon } from "../Icon.tsx";

/** Opens the long forms of a row in place: whatever is a `row-long` in its cells (screens#close-rows). */
export const RowMore = ({ of }: { of: string }) => (
  <details className="row-more">
    <summary aria-label={`More of ${of}`}>
      <Icon name="chevronRight" />
    </summary>
  </details>
);
