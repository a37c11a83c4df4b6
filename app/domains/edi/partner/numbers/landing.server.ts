import { attempt, callPortalApi, writePortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import { actsAs, may, type User } from "#app/core/auth/guard.server.ts";
import { type Command, withoutUsername } from "#app/core/commands/command.server.ts";
import { factsOf, noQuestion } from "#app/core/commands/command.ts";
import type { CommandPage } from "#app/core/commands/confirm.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { compact, formatUnits, momentOf, plural, shorten, timeOf, toText } from "#app/core/values/values.ts";
import { directionLabel, partyName } from "#app/domains/edi/codes.ts";
import { dueOf } from "#app/domains/edi/partner/due.ts";
import { ediOrderFilter, interchangeFilter } from "#app/domains/edi/partner/lists/filters.ts";
import {
  type ControlNumberSeries,
  getControlNumbers,
  postControlNumberGap,
  type SettledGap,
} from "#contract/ediExtensions.ts";
import type { EdiDue } from "#contract/ediPartner.ts";
import { type EdiQueueGroup, type EdiQueueLine, getEdiQueue } from "#contract/ediQueue.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import { type EdiCommandSlot, slotOf } from "../commands.server.ts";
import {
  controlNumbersAnchor,
  ediOrdersPath,
  ediPath,
  type GapPlace,
  gapPath,
  gapSearch,
  interchangePath,
  interchangesPath,
} from "../paths.ts";

/**
 * The landing page (edi#landing): the work queue and the control numbers, if the service announces
 * them. The two links need no call: if a part can't be read the page says so, and shows the rest.
 */
export async function ediLanding(user: User) {
  const hasDesk = await hasExtension(user, "edi-desk");
  const [queue, series] = hasDesk
    ? await Promise.all([
        attempt(callPortalApi(user, getEdiQueue)),
        attempt(callPortalApi(user, getControlNumbers)),
      ])
    : [];
  const errors = [queue, series].flatMap((read) => (read?.ok === false ? [read.error] : []));
  return {
    queue: queue?.ok ? toQueue(queue.value) : undefined,
    series: series?.ok ? toSeries(series.value, actsAs(user, "edi.takeIn") !== "") : undefined,
    canCheck: hasDesk && may(user, "edi.takeIn"),
    hasPartners: hasDesk,
    error: errors[0],
  };
}

const titles: Record<EdiQueueGroup, (partner: string) => string> = {
  "needs-person": () => "Needs a person",
  "owed-by-partner": (partner) => `Owed by ${partner || "the partner"}`,
  "owed-to-partner": (partner) => `Owed to ${partner || "the partner"}`,
  gaps: () => "Gaps in the control numbers",
};

/** The list of exactly the counted records, or of those that are `due`; undefined if no URL expresses that. */
function hrefOf({ list, filters }: EdiQueueLine, due?: EdiDue): string | undefined {
  if (list === "gaps") return controlNumbersAnchor;
  const wanted = { ...filters, ...(due && { due }) };
  if (list === "interchanges") {
    const filter = interchangeFilter.fromCall(wanted);
    return filter && interchangesPath(filter);
  }
  const filter = ediOrderFilter.fromCall(wanted);
  return filter && ediOrdersPath(filter);
}

const dueWords: Record<EdiDue, string> = { late: "late", hour: "due in the next hour" };
const countOf = (value: unknown): number => readNumber(value) ?? 0;

/** A line as shown. */
export function toQueueLine(line: EdiQueueLine) {
  const title = shorten(toText(line.title), 120) || line.key;
  const partner = shorten(toText(line.partner), 80);
  // The link leads to the list of exactly these, if the service can filter by it.
  const dueCount = (due: EdiDue, count: number) =>
    count > 0
      ? {
          words: `${formatUnits(count)} ${dueWords[due]}`,
          href: hrefOf(line, due),
        }
      : undefined;
  const now = Date.now();
  return compact({
    key: line.key,
    title: line.group === "gaps" && partner !== "" ? `${title}: ${partner}` : title,
    count: formatUnits(line.count),
    oldestAt: momentOf(line.oldest_at),
    late: dueCount("late", countOf(line.late_count)),
    soon: dueCount("hour", countOf(line.due_soon_count)),
    /** Since when the first one is late, and when the next one is due; absent if the service doesn't say. */
    lateSince: dueOf(line.late_since, now),
    nextDue: dueOf(line.next_due_at, now),
    href: hrefOf(line),
  });
}
export type QueueLine = ReturnType<typeof toQueueLine>;

/**
 * The urgency of a line, most urgent first: late, due in the next hour, needs a person, owed later,
 * gaps; within one kind by the first due time, or else by the oldest record.
 */
function urgencyOf(line: EdiQueueLine): readonly [kind: number, at: number] {
  const oldest = timeOf(momentOf(line.oldest_at));
  const next = momentOf(line.next_due_at);
  if (countOf(line.late_count) > 0) {
    const since = momentOf(line.late_since);
    return [0, since === undefined ? oldest : timeOf(since)];
  }
  if (countOf(line.due_soon_count) > 0) return [1, timeOf(next)];
  if (line.group === "needs-person") return [2, oldest];
  if (line.group === "gaps") return [4, oldest];
  return [3, next === undefined ? oldest : timeOf(next)];
}

/** The readable, non-empty lines, most urgent first (edi#urgency). */
const byUrgency = (rows: readonly WireRow<EdiQueueLine>[]): EdiQueueLine[] =>
  rows
    .flatMap((row) => (row.readable && row.row.count > 0 ? [{ line: row.row, of: urgencyOf(row.row) }] : []))
    // Lines without a readable time come first within their kind; two of them are equal, where a
    // difference would be NaN.
    .sort(({ of: [kind, at] }, { of: [otherKind, otherAt] }) => kind - otherKind || at - otherAt || 0)
    .map(({ line }) => line);

/** The EDI work queue by who has to act next, sections and lines by urgency (edi#landing-queue). */
export function toQueue(rows: readonly WireRow<EdiQueueLine>[]) {
  const groups = new Map<string, { key: string; title: string; lines: QueueLine[] }>();
  for (const line of byUrgency(rows)) {
    const title = titles[line.group](shorten(toText(line.partner), 80));
    const group = groups.get(title) ?? { key: title, title, lines: [] };
    group.lines.push(toQueueLine(line));
    groups.set(title, group);
  }
  return { groups: [...groups.values()], unreadable: rows.filter(({ readable }) => !readable).length };
}
export type Queue = ReturnType<typeof toQueue>;

const maxReferenceLength = 40;

/** '00417', or '00417 to 00419'. */
const gapWords = ({ from, to }: { from: string; to: string }): string => {
  const [first, last] = [shorten(from, maxReferenceLength), shorten(to, maxReferenceLength)];
  return first === last || last === "" ? first : `${first} to ${last}`;
};

const partnersOf = ({ sender, recipient }: Pick<ControlNumberSeries, "sender" | "recipient">): string =>
  `${partyName(sender, "?")} → ${partyName(recipient, "?")}`;

type Gap = { from?: unknown; to?: unknown; missing?: unknown; run?: unknown };

/** 0 where the numbers never began again, or the service does not say. */
const runOf = ({ run }: { run?: unknown }): number => readNumber(run) ?? 0;

const placeOf = ({ direction, sender, recipient }: ControlNumberSeries, gap: Gap): GapPlace => ({
  direction: toText(direction),
  sender: toText(sender?.identification),
  senderQualifier: toText(sender?.qualifier),
  recipient: toText(recipient?.identification),
  recipientQualifier: toText(recipient?.qualifier),
  from: toText(gap.from),
  to: toText(gap.to) || toText(gap.from),
  run: runOf(gap) === 0 ? "" : String(runOf(gap)),
});

function toGap(series: ControlNumberSeries, gap: Gap, index: number, canSettle: boolean) {
  const count = readNumber(gap.missing);
  const place = placeOf(series, gap);
  const range = gapWords(place);
  return {
    key: String(index),
    range,
    words: [
      count === undefined || count <= 1
        ? `${range} missing`
        : `${range} skipped: one jump over ${formatUnits(count)} numbers`,
      runOf(gap) < runOf(series) ? "before the numbers began again" : "",
    ]
      .filter(Boolean)
      .join(", "),
    settleHref: canSettle ? gapPath(place) : undefined,
  };
}

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
      range.length === 0
        ? ""
        : `control references ${range.join(" to ")}${runOf(series) > 0 ? " since they began again" : ""}`,
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

const findGap = (rows: readonly WireRow<ControlNumberSeries>[], place: GapPlace) =>
  rows
    .flatMap((row) => (row.readable ? (row.row.gaps ?? []).map((gap) => ({ series: row.row, gap })) : []))
    .find(({ series, gap }) => gapPath(placeOf(series, gap)) === gapPath(place));

const isGone = {
  is: "refused",
  status: 409,
  words: "This gap is not there any more. It may have been filled or settled meanwhile.",
} as const;

const asksWhy = { action: "settle", needs_reason: true };

/** 'Settle the gap', with a reason (edi#settling). */
function gapCommand(user: User, place: GapPlace, typed: FormData | undefined): Command<EdiCommandSlot> {
  const slot = slotOf(asksWhy, typed);
  const reason = slot.reason.trim();
  const name = gapWords(place);
  const send = async (idempotencyKey: string) => {
    const gap: SettledGap = {
      direction: place.direction,
      sender: { identification: place.sender, qualifier: place.senderQualifier },
      recipient: { identification: place.recipient, qualifier: place.recipientQualifier },
      from: place.from,
      to: place.to,
      // A service that knows no runs gets none.
      ...(place.run !== "" && { run: Number(place.run) }),
      reason,
    };
    await writePortalApi(user, postControlNumberGap, { body: gap, idempotencyKey });
    return {};
  };
  return {
    user,
    key: JSON.stringify(["edi-gap", place]),
    href: ediPath,
    async read() {
      const found = findGap(await callPortalApi(user, getControlNumbers), place);
      return {
        raw: found?.gap,
        payload: reason,
        receipt: { verb: "Settled", object: "gap", name },
        question: {
          ...noQuestion,
          title: "",
          heading: "Settle the gap",
          description: "It is counted and listed no more. Nothing is sent to the partner.",
          sentence: `Are you sure that nothing is missing where ${name} should be?`,
          facts: factsOf([
            ["Direction", directionLabel(place.direction)],
            ["Partners", found && partnersOf(found.series)],
            [
              "When",
              found && runOf(found.gap) < runOf(found.series) ? "Before the numbers began again" : undefined,
            ],
          ]),
          yes: "Settle",
          no: "Cancel",
        },
        slot,
        availability:
          user.username === ""
            ? withoutUsername
            : !found
              ? isGone
              : Object.keys(slot.errors).length > 0
                ? { is: "unconfirmed", status: 400 }
                : { is: "offered", send },
      };
    },
  };
}

/** Throws the 404 page if the service settles no gaps (edi#settling). */
export async function gapPage(user: User): Promise<CommandPage<EdiCommandSlot>> {
  if (!(await hasExtension(user, "edi-desk"))) throw notFound(user.request);
  const place = gapSearch.read(user.request.url);
  return {
    user,
    commandWith: (form) => gapCommand(user, place, form),
    unread: (form) => ({ ...slotOf(asksWhy, form), errors: {} }),
    here: gapPath(place),
    closeTo: ediPath,
  };
}
