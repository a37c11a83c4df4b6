import { toNumber, toText } from "#app/values/read.ts";
import { formatUnits, plural, shorten } from "#app/values/show.ts";
import type { ControlNumberSeries } from "#contract/ediExtensions.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { directionLabel } from "../direction.ts";
import { interchangePath } from "./paths.ts";

/** The control numbers between two partners in one direction: what is missing, and what came more than once. */
export type ShownSeries = {
  key: string;
  direction: string;
  partners: string;
  about: string;
  gaps: { key: string; text: string }[];
  gapCount: string;
  moreGaps: number;
  duplicates: { key: string; reference: string; links: { label: string; href: string }[] }[];
  duplicateCount: string;
  moreDuplicates: number;
  /** Why the series could not be read. */
  problem?: string;
};

type Partner = ControlNumberSeries["sender"];

const partnerName = (partner: Partner): string => {
  const qualifier = toText(partner?.qualifier);
  return shorten(`${toText(partner?.identification) || "?"}${qualifier === "" ? "" : ` (${qualifier})`}`, 80);
};

const longestReference = 40;

function toGap({ from, to, missing }: { from?: unknown; to?: unknown; missing?: unknown }, index: number) {
  const [first, last] = [shorten(toText(from), longestReference), shorten(toText(to), longestReference)];
  const count = toNumber(missing);
  const range = first === last || last === "" ? first : `${first} to ${last}`;
  return {
    key: String(index),
    text: count === undefined || count <= 1 ? range : `${range} (${formatUnits(count)} numbers)`,
  };
}

function toOne(series: ControlNumberSeries, key: string): ShownSeries {
  const gaps = (series.gaps ?? []).map(toGap);
  const duplicates = (series.duplicates ?? []).map(
    ({ control_reference, interchange_document_ids }, index) => ({
      key: String(index),
      reference: shorten(toText(control_reference), longestReference),
      links: (interchange_document_ids ?? []).slice(0, 10).map((id, place) => ({
        label: place === 0 ? "First" : `No. ${place + 1}`,
        href: interchangePath({ id }),
      })),
    }),
  );
  const gapCount = toNumber(series.gap_count) ?? gaps.length;
  const duplicateCount = toNumber(series.duplicate_count) ?? duplicates.length;
  const count = toNumber(series.interchanges);
  const range = [toText(series.lowest), toText(series.highest)]
    .filter(Boolean)
    .map((one) => shorten(one, longestReference));
  return {
    key,
    direction: directionLabel(series.direction),
    partners: `${partnerName(series.sender)} → ${partnerName(series.recipient)}`,
    about: [
      count === undefined ? "" : plural(count, "interchange", "interchanges"),
      range.length === 0 ? "" : `control references ${range.join(" to ")}`,
    ]
      .filter(Boolean)
      .join(", "),
    gaps,
    gapCount: plural(gapCount, "gap", "gaps"),
    moreGaps: Math.max(0, gapCount - gaps.length),
    duplicates,
    duplicateCount: plural(duplicateCount, "duplicate", "duplicates"),
    moreDuplicates: Math.max(0, duplicateCount - duplicates.length),
  };
}

/** Gaps and duplicates per partner and direction, in the order sent. */
export const toSeries = (rows: readonly WireRow<ControlNumberSeries>[]): ShownSeries[] =>
  rows.map((row, index) =>
    row.readable
      ? toOne(row.row, String(index))
      : {
          ...toOne({}, String(index)),
          problem: `This series could not be read: ${shorten(row.problem, 300)}`,
        },
  );
