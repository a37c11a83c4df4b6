import { actsAs, may, type User } from "#app/auth/guard.server.ts";
import { type Command, withoutUsername } from "#app/confirm/command.server.ts";
import { factsOf, noQuestion } from "#app/confirm/command.ts";
import type { CommandPage } from "#app/confirm/confirm.server.ts";
import { directionLabel } from "#app/domains/edi/codes.ts";
import {
  type EdiCommandSlot,
  errorsIn,
  readCommandForm,
  unreadSlot,
} from "#app/domains/edi/partner/commandForm.ts";
import {
  ediPath,
  type GapPlace,
  gapPath,
  gapSearch,
  interchangePath,
} from "#app/domains/edi/partner/paths.ts";
import { attempt, callPortalApi, writePortalApi } from "#app/http/api.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { formatUnits, plural, shorten, toText } from "#app/values/values.ts";
import {
  type ControlNumberSeries,
  getControlNumbers,
  postControlNumberGap,
  type SettledGap,
} from "#contract/ediExtensions.ts";
import { getEdiQueue } from "#contract/ediQueue.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import { toQueue } from "./queue.ts";

/**
 * The landing page (edi#landing): the work queue and the control numbers, if the service announces
 * them. The two links need no call: if a part can't be read the page says so, and shows the rest.
 */
export async function ediLanding(user: User) {
  const [hasQueue, hasDues, hasNumbers, canCheck, hasPartners, canSettle] = await Promise.all([
    hasExtension(user, "edi-queue"),
    hasExtension(user, "edi-due"),
    hasExtension(user, "edi-control-numbers"),
    hasExtension(user, "edi-check"),
    hasExtension(user, "edi-partners"),
    hasExtension(user, "edi-gaps"),
  ]);
  const [queue, series] = await Promise.all([
    hasQueue ? attempt(callPortalApi(user, getEdiQueue)) : undefined,
    hasNumbers ? attempt(callPortalApi(user, getControlNumbers)) : undefined,
  ]);
  const errors = [queue, series].flatMap((read) => (read?.ok === false ? [read.error] : []));
  return {
    queue: queue?.ok ? toQueue(queue.value, hasDues) : undefined,
    series: series?.ok ? toSeries(series.value, canSettle && actsAs(user, "edi.takeIn") !== "") : undefined,
    canCheck: canCheck && may(user, "edi.takeIn"),
    hasPartners,
    error: errors[0],
  };
}

type Partner = ControlNumberSeries["sender"];

const partnerName = (partner: Partner): string => {
  const qualifier = toText(partner?.qualifier);
  return shorten(`${toText(partner?.identification) || "?"}${qualifier === "" ? "" : ` (${qualifier})`}`, 80);
};

const maxReferenceLength = 40;

/** '00417', or '00417 to 00419'. */
const gapWords = ({ from, to }: { from: string; to: string }): string => {
  const [first, last] = [shorten(from, maxReferenceLength), shorten(to, maxReferenceLength)];
  return first === last || last === "" ? first : `${first} to ${last}`;
};

const partnersOf = ({ sender, recipient }: Pick<ControlNumberSeries, "sender" | "recipient">): string =>
  `${partnerName(sender)} → ${partnerName(recipient)}`;

type Gap = { from?: unknown; to?: unknown; missing?: unknown };

const placeOf = ({ direction, sender, recipient }: ControlNumberSeries, { from, to }: Gap): GapPlace => ({
  direction: toText(direction),
  sender: toText(sender?.identification),
  senderQualifier: toText(sender?.qualifier),
  recipient: toText(recipient?.identification),
  recipientQualifier: toText(recipient?.qualifier),
  from: toText(from),
  to: toText(to) || toText(from),
});

function toGap(series: ControlNumberSeries, gap: Gap, index: number, canSettle: boolean) {
  const count = readNumber(gap.missing);
  const place = placeOf(series, gap);
  const range = gapWords(place);
  return {
    key: String(index),
    range,
    words:
      count === undefined || count <= 1
        ? `${range} missing`
        : `${range} skipped: one jump over ${formatUnits(count)} numbers`,
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

const findGap = (rows: readonly WireRow<ControlNumberSeries>[], place: GapPlace) =>
  rows
    .flatMap((row) => (row.readable ? (row.row.gaps ?? []).map((gap) => ({ series: row.row, gap })) : []))
    .find(({ series, gap }) => gapPath(placeOf(series, gap)) === gapPath(place));

const isGone = {
  is: "refused",
  status: 409,
  words: "This gap is not there any more. It may have been filled or settled meanwhile.",
} as const;

/** 'Settle the gap', with a reason (edi#settling). */
function gapCommand(user: User, place: GapPlace, typed: FormData | undefined): Command<EdiCommandSlot> {
  const form = readCommandForm(typed);
  const asks = { warning: "", needs_reason: true };
  const slot: EdiCommandSlot = {
    ...unreadSlot(form),
    needsReason: true,
    errors: form ? errorsIn(asks, form) : {},
  };
  const reason = slot.reason.trim();
  const name = gapWords(place);
  const send = async (idempotencyKey: string) => {
    const gap: SettledGap = {
      direction: place.direction,
      sender: { identification: place.sender, qualifier: place.senderQualifier },
      recipient: { identification: place.recipient, qualifier: place.recipientQualifier },
      from: place.from,
      to: place.to,
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
  if (!(await hasExtension(user, "edi-gaps"))) throw notFound(user.request);
  const place = gapSearch.read(user.request.url);
  return {
    user,
    commandWith: (form) => gapCommand(user, place, form),
    unread: (form) => ({ ...unreadSlot(readCommandForm(form)), needsReason: true }),
    here: gapPath(place),
    closeTo: ediPath,
  };
}
