import { segmentsPath } from "#app/domains/edi/partner/paths.ts";
import { plural, shorten, toText } from "#app/values/values.ts";
import type { EdiFinding } from "#contract/edi.ts";
import { readNumber } from "#contract/numbers.ts";

/** Segments per page: what a phone renders without a pause. */
export const segmentPageSize = 100;

const severities = ["error", "warning", "note"] as const;

export function toPlaced(finding: EdiFinding) {
  const { line, segment, element, component } = finding.position ?? {};
  const [atLine, atSegment, atElement, atComponent] = [line, segment, element, component].map(readNumber);
  const code = toText(finding.syntaxError);
  return {
    severity: severities.find((known) => known === finding.severity) ?? "note",
    words: `${shorten(toText(finding.words) || toText(finding.code), 400)}${code === "" ? "" : ` (0085: ${shorten(code, 20)})`}`,
    line: atLine,
    segment: atSegment,
    element: atElement,
    component: atComponent,
  };
}
export type Placed = ReturnType<typeof toPlaced>;

export const segmentHref = (id: string, segment: number): string =>
  `${segmentsPath(id, { page: Math.ceil(segment / segmentPageSize) })}#segment-${segment}`;

const placeOf = ({ line, segment, element, component }: Placed): string =>
  Object.entries({ segment, element, component, line })
    .flatMap(([name, number]) => (number === undefined ? [] : [`${name} ${number}`]))
    .join(", ");

type FindingSummary = Placed & { count?: number };

/** Merges findings with equal notes at the place of the first. */
export function withoutRepeats(found: readonly Placed[]): FindingSummary[] {
  const notes = new Map<string, FindingSummary & { count: number }>();
  return found.flatMap((one): FindingSummary[] => {
    if (one.severity !== "note") return [one];
    const known = notes.get(one.words);
    if (known) {
      known.count += 1;
      return [];
    }
    const summary = { ...one, count: 1 };
    notes.set(one.words, summary);
    return [summary];
  });
}

export const bySeverity = (one: Placed, other: Placed): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity);

/** A finding as shown; `hrefOf` leads to a segment, by its number. */
export const toFinding = (
  placed: FindingSummary,
  index: number,
  hrefOf: (segment: number) => string | undefined,
) => ({
  key: String(index),
  severity: placed.severity,
  words: placed.words,
  place: placeOf(placed),
  /** Number of occurrences: equal notes are merged at the first place (edi#notes). */
  count: placed.count ?? 1,
  href: placed.segment === undefined ? undefined : hrefOf(placed.segment),
});
export type FindingView = ReturnType<typeof toFinding>;

type Severity = (typeof severities)[number];

export const countIn = (found: readonly { severity?: unknown }[], severity: Severity): number =>
  found.filter((one) => one.severity === severity).length;

/** '1 error, 2 notes'. */
export const countWords = (countOf: (severity: Severity) => number): string =>
  severities
    .flatMap((severity) => {
      const count = countOf(severity);
      return count === 0 ? [] : [plural(count, severity, `${severity}s`)];
    })
    .join(", ");
