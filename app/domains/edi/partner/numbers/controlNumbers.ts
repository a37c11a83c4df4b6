import { directionLabel } from "#app/domains/edi/codes.ts";
import { gapPath, interchangePath } from "#app/domains/edi/partner/paths.ts";
import { formatUnits, plural, shorten, toText } from "#app/values/values.ts";
import type { ControlNumberSeries } from "#contract/ediExtensions.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";

type Partner = ControlNumberSeries["sender"];

const partnerName = (partner: Partner): string => {
  const qualifier = toText(partner?.qualifier);
  return shorten(`${toText(partner?.identification) || "?"}${qualifier === "" ? "" : ` (${qualifier})`}`, 80);
};

const maxReferenceLength = 40;

/** '00417', or '00417 to 00419'. */
export const gapWords = ({ from, to }: { from: string; to: string }): string => {
  const [first, last] = [shorten(from, maxReferenceLength), shorten(to, maxReferenceLength)];
  return first === last || last === "" ? first : `${first} to ${last}`;
};

export const partnersOf = ({
  sender,
  recipient,
}: Pick<ControlNumberSeries, "sender" | "recipient">): string =>
  `${partnerName(sender)} → ${partnerName(recipient)}`;

type Gap = { from?: unknown; to?: unknown; missing?: unknown };

function toGap(series: ControlNumberSeries, gap: Gap, index: number, canSettle: boolean) {
  const [from, to] = [toText(gap.from), toText(gap.to) || toText(gap.from)];
  const count = readNumber(gap.missing);
  const range = gapWords({ from, to });
  const place = {
    direction: toText(series.direction),
    sender: toText(series.sender?.identification),
    senderQualifier: toText(series.sender?.qualifier),
    recipient: toText(series.recipient?.identification),
    recipientQualifier: toText(series.recipient?.qualifier),
    from,
    to,
  };
  return {
    key: String(index),
    /** The range of numbers, and a sentence about it. */
    range,
    words:
      count === undefined || count <= 1
        ? `${range} missing`
        : `${range} skipped: one jump over ${formatUnits(count)} numbers`,
    /** The page that settles the gap. */
    settleHref: canSettle ? gapPath(place) : undefined,
  };
}

/** The control numbers of two partners in one direction: gaps and duplicates. */
function toOne(series: ControlNumberSeries, key: string, canSettle: boolean, problem = "") {
  const gaps = (series.gaps ?? []).map((gap, index) => toGap(series, gap, index, canSettle));
  const duplicates = (series.duplicates ?? []).map(
    ({ control_reference, interchange_document_ids }, index) => ({
      key: String(index),
      reference: shorten(toText(control_reference), maxReferenceLength),
      links: (interchange_document_ids ?? []).slice(0, 10).map((id, place) => ({
        label: place === 0 ? "First" : `No. ${place + 1}`,
        href: interchangePath({ id }),
      })),
    }),
  );
  const gapCount = readNumber(series.gap_count) ?? gaps.length;
  const duplicateCount = readNumber(series.duplicate_count) ?? duplicates.length;
  const count = readNumber(series.interchanges);
  const range = [toText(series.lowest), toText(series.highest)]
    .filter(Boolean)
    .map((one) => shorten(one, maxReferenceLength));
  return {
    key,
    direction: directionLabel(series.direction),
    partners: partnersOf(series),
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
    problem,
  };
}
export type SeriesView = ReturnType<typeof toOne>;

/** Gaps and duplicates per partner and direction, in the order sent; `canSettle`: the user can settle gaps. */
export const toSeries = (rows: readonly WireRow<ControlNumberSeries>[], canSettle: boolean): SeriesView[] =>
  rows.map((row, index) =>
    row.readable
      ? toOne(row.row, String(index), canSettle)
      : toOne({}, String(index), false, `This series could not be read: ${shorten(row.problem, 300)}`),
  );
