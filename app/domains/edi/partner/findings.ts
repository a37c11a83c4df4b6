import { plural, shorten, toText } from "#app/core/values/values.ts";
import { segmentsPath } from "#app/domains/edi/partner/paths.ts";
import type { EdiFinding } from "#contract/edi.ts";
import { readNumber } from "#contract/numbers.ts";

/** Segments per page: what a phone renders without a pause. */
export const segmentPageSize = 100;

const severities = ["error", "warning", "note"] as const;

/** A finding as shown; `hrefOf` leads to a segment, by its number. */
export function toFinding(
  finding: EdiFinding,
  index: number,
  hrefOf: (segment: number) => string | undefined,
) {
  const { segment, element, component, line } = finding.position ?? {};
  const at = {
    segment: readNumber(segment),
    element: readNumber(element),
    component: readNumber(component),
    line: readNumber(line),
  };
  const code = toText(finding.syntaxError);
  return {
    ...at,
    key: String(index),
    severity: severities.find((known) => known === finding.severity) ?? "note",
    words: `${shorten(toText(finding.words) || toText(finding.code), 400)}${code === "" ? "" : ` (0085: ${shorten(code, 20)})`}`,
    place: Object.entries(at)
      .flatMap(([name, number]) => (number === undefined ? [] : [`${name} ${number}`]))
      .join(", "),
    href: at.segment === undefined ? undefined : hrefOf(at.segment),
    /** Number of occurrences: equal notes are merged at the first place (edi#notes). */
    count: 1,
  };
}
export type FindingView = ReturnType<typeof toFinding>;

export const segmentHref = (id: string, segment: number): string =>
  `${segmentsPath(id, { page: Math.ceil(segment / segmentPageSize) })}#segment-${segment}`;

/** Merges findings with equal notes at the place of the first. */
export function withoutRepeats(found: readonly FindingView[]): FindingView[] {
  const notes = new Map<string, FindingView>();
  return found.flatMap((one) => {
    if (one.severity !== "note") return [one];
    const sameFinding = notes.get(one.words);
    if (sameFinding) {
      sameFinding.count += 1;
      return [];
    }
    const summary = { ...one };
    notes.set(one.words, summary);
    return [summary];
  });
}

export const bySeverity = (one: FindingView, other: FindingView): number =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity);

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
