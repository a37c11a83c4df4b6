import type { Position } from "./finding.ts";
import type { Segment } from "./segment.ts";

/** The position of a segment, or of an element or component of it (both from 1), for a finding. */
export function positionOf(segment: Segment, element?: number, component?: number): Position {
  const { offset, line, number } = segment;
  if (element === undefined) return { offset, line, segment: number };
  return { offset, line, segment: number, element, ...(component !== undefined && { component }) };
}
