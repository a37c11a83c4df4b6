import type { Position } from "./finding.ts";
import type { Segment } from "./segment.ts";

/** The place of a segment, or of an element or component of it (both from 1), for a finding. */
export const positionOf = (segment: Segment, element?: number, component?: number): Position => ({
  offset: segment.offset,
  line: segment.line,
  segment: segment.number,
  ...(element !== undefined && { element }),
  ...(component !== undefined && { component }),
});
