import type { User } from "#app/auth/guard.server.ts";
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
import { ediPath, type GapPlace, gapPath, gapSearch } from "#app/domains/edi/partner/paths.ts";
import { callPortalApi, writePortalApi } from "#app/http/api.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toText } from "#app/values/values.ts";
import {
  type ControlNumberSeries,
  getControlNumbers,
  postControlNumberGap,
  type SettledGap,
} from "#contract/ediExtensions.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { gapWords, partnersOf } from "./controlNumbers.ts";

/** Throws the 404 page if the service settles no gaps (edi#settling). */
export async function requireGaps(user: User): Promise<void> {
  if (!(await hasExtension(user, "edi-gaps"))) throw notFound(user.request);
}

const isOf = (party: ControlNumberSeries["sender"], identification: string, qualifier: string): boolean =>
  toText(party?.identification) === identification && toText(party?.qualifier) === qualifier;

function findGap(rows: readonly WireRow<ControlNumberSeries>[], place: GapPlace) {
  for (const row of rows) {
    if (!row.readable || toText(row.row.direction) !== place.direction) continue;
    const { sender, recipient, gaps } = row.row;
    if (!isOf(sender, place.sender, place.senderQualifier)) continue;
    if (!isOf(recipient, place.recipient, place.recipientQualifier)) continue;
    const gap = (gaps ?? []).find(({ from, to }) => toText(from) === place.from && toText(to) === place.to);
    if (gap) return { series: row.row, gap };
  }
  return undefined;
}

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

/** The confirmation page, over the landing page. */
export function gapPage(user: User): CommandPage<EdiCommandSlot> {
  const place = gapSearch.read(user.request.url);
  return {
    user,
    commandWith: (form) => gapCommand(user, place, form),
    unread: (form) => ({ ...unreadSlot(readCommandForm(form)), needsReason: true }),
    here: gapPath(place),
    closeTo: ediPath,
  };
}
