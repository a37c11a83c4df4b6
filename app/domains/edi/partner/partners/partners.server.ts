import { data } from "@remix-run/node";
import { actsAs, assertMay, type User } from "#app/auth/guard.server.ts";
import { type Command, runCommand, withoutUsername } from "#app/confirm/command.server.ts";
import { noQuestion } from "#app/confirm/command.ts";
import { saidOf } from "#app/confirm/confirm.server.ts";
import { partyName } from "#app/domains/edi/codes.ts";
import {
  filledPartnerPath,
  newPartnerPath,
  newPartnerSearch,
  partnerPath,
  partnersPath,
} from "#app/domains/edi/partner/paths.ts";
import { documentStateOf } from "#app/domains/edi/states.ts";
import { attempt, callPortalApi, writePortalApi } from "#app/http/api.server.ts";
import { ApiError, failureStatus, notFound } from "#app/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import type { ErrorView } from "#app/http/errorView.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { requireToken, tokens, tokenToGoOn } from "#app/http/once.server.ts";
import { toListed } from "#app/lists/listed.ts";
import { shorten, toText } from "#app/values/values.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import {
  type EdiPartnerRecord,
  getEdiPartners,
  postEdiPartner,
  type StoredEdiPartner,
} from "#contract/ediPartners.ts";
import { ediTerms } from "#contract/ediTerms.ts";
import type { WireRow } from "#contract/envelopes.ts";
import {
  type Choice,
  clockTerms,
  differences,
  isPartnerField,
  newPartner,
  type PartnerPage,
  partnerForm,
  toPartnerValues,
  typedValues,
} from "./partnerForm.ts";

/** Few users may change partners, since this affects every order of a partner (edi#partner-roles). */
const keeping = "edi.keepPartners";

/** Throws the 404 page if the service stores no partners (edi#partner-pages). */
export async function requirePartners(user: User): Promise<void> {
  if (!(await hasExtension(user, "edi-partners"))) throw notFound(user.request);
}

/** The stored partners (edi#partner-pages). Throws ApiError. */
const listEdiPartners = (user: User): Promise<WireRow<EdiPartnerRecord>[]> =>
  callPortalApi(user, getEdiPartners);

/** The partners' names, else their identifications; none if the service has no partners, or fails: pages work without. */
export async function partnerNames(user: User) {
  const read = (await hasExtension(user, "edi-partners")) ? await attempt(listEdiPartners(user)) : undefined;
  const names = new Map(
    (read?.ok ? read.value : []).flatMap((row) => {
      const code = row.readable ? toText(row.row.identification) : "";
      return row.readable && code !== "" ? [[code, shorten(toText(row.row.name), 80) || code] as const] : [];
    }),
  );
  return { names, nameOf: (identification: string) => names.get(identification) ?? identification };
}

const toRow = (partner: EdiPartnerRecord) => {
  const hours = [
    partner.acknowledgement_due_hours,
    partner.response_due_hours,
    partner.despatch_due_hours,
  ].map((due) => (due === undefined || due === null ? "–" : `${due} h`));
  return {
    id: partner.id,
    name: shorten(toText(partner.name), 120) || partner.id,
    identification: partyName(partner),
    store: shorten(toText(partner.store_alias), 80),
    syntax: [toText(partner.syntax_identifier), toText(partner.syntax_version)].filter(Boolean).join(":"),
    dues: hours.join(" / "),
    isActive: partner.active !== false,
  };
};

export type PartnerRow = ReturnType<typeof toRow>;

const mayWrite = (user: User): boolean => actsAs(user, keeping) !== "";

export async function partnersScreen(user: User) {
  const read = await attempt(listEdiPartners(user));
  const screen = { mayWrite: mayWrite(user) };
  if (!read.ok) return data({ ...screen, list: undefined, error: read.error }, { status: 502 });
  return { ...screen, list: { rows: toListed(read.value, toRow) }, error: undefined };
}

/** The partner with this id, or this identification, which is unique. Throws ApiError. */
async function partnerBy(user: User, field: "id" | "identification", wanted: string) {
  const rows = await listEdiPartners(user);
  const found = rows.find((row) => row.readable && toText(row.row[field]) === wanted);
  return found?.readable ? found.row : undefined;
}

async function findPartner(user: User, id: string): Promise<EdiPartnerRecord> {
  const found = await partnerBy(user, "id", id);
  if (!found) throw notFound(user.request, "There is no such partner.");
  return found;
}

const pathOf = (id: string | undefined) => (id === undefined ? newPartnerPath : partnerPath(id));

/** Input of the partner pages from elsewhere: the stores that a partner's orders can go to. */
export type PartnerOf = { user: User; id: string | undefined; stores: () => Promise<Choice[]> };

/** A partner's form, with values restored after a sign-in; `id` is absent for a new one. */
export async function partnerPage({ user, id, stores: read }: PartnerOf): Promise<PartnerPage> {
  const [stores, partner, draft] = await Promise.all([
    read(),
    id === undefined ? undefined : findPartner(user, id),
    takeDraft(user, pathOf(id)),
  ]);
  if (id === undefined) await assertMay(user, keeping);
  const stored = partner
    ? toPartnerValues(partner)
    : { ...newPartner, store_alias: stores[0]?.value ?? "", ...newPartnerSearch.read(user.request.url) };
  return {
    name: partner && shorten(toText(partner.name) || partner.id, 120),
    here: pathOf(id),
    token: tokens.make(user),
    values: draft ? typedValues(draft) : stored,
    errors: {},
    stores,
    // The server's list: a browser may have other zones.
    timeZones: Intl.supportedValuesOf("timeZone"),
    mayWrite: mayWrite(user),
  };
}

/**
 * Where an Admin registers the unknown partner of a held interchange, the form filled in from the interchange, or the
 * record with its identification; undefined if its partner is known (edi#unknown-partner).
 */
export async function unknownPartnerOf(user: User, item: EdiInterchangeDetail) {
  const sender = {
    identification: toText(item.sender?.identification),
    qualifier: toText(item.sender?.qualifier),
    our_identification: toText(item.recipient?.identification),
    our_qualifier: toText(item.recipient?.qualifier),
  };
  const isHeld = documentStateOf(item).code === "hold";
  if (!isHeld || item.transmission_direction !== "inbound" || sender.identification === "") return undefined;
  if (!mayWrite(user) || !(await hasExtension(user, "edi-partners"))) return undefined;
  const found = await attempt(partnerBy(user, "identification", sender.identification));
  if (!found.ok) return undefined;
  const partner = found.value;
  if (!partner) return { label: "Add the partner", href: filledPartnerPath(sender) };
  const fields = ["qualifier", "our_identification", "our_qualifier"] as const;
  const isKnown = partner.active !== false && fields.every((name) => toText(partner[name]) === sender[name]);
  return isKnown ? undefined : { label: "Change the partner", href: partnerPath(partner.id) };
}

type TypedPartner = Omit<StoredEdiPartner, "terms"> & { terms: ReturnType<typeof clockTerms> };

/** 'Save' of a partner: its slot is the current record. */
function partnerCommand(
  user: User,
  id: string | undefined,
  { terms, ...stored }: TypedPartner,
): Command<EdiPartnerRecord | undefined> {
  return {
    user,
    key: JSON.stringify(["edi-partner", id ?? "new"]),
    href: id === undefined ? partnersPath : partnerPath(id),
    async read() {
      const now = id === undefined ? undefined : await findPartner(user, id);
      const isOld = now !== undefined && now.revision !== stored.revision;
      return {
        raw: now,
        payload: JSON.stringify({ ...stored, terms }),
        receipt: { verb: "Saved", object: "partner", name: stored.name },
        question: noQuestion,
        slot: now,
        availability:
          user.username === ""
            ? withoutUsername
            : isOld
              ? { is: "unconfirmed", status: 409 }
              : {
                  is: "offered",
                  send: async (token) => {
                    // Properties without a field are left unchanged.
                    await writePortalApi(user, postEdiPartner, {
                      body: { ...stored, terms: ediTerms.parse({ ...now?.terms, ...terms }) },
                      idempotencyKey: token,
                    });
                    return {};
                  },
                },
      };
    },
  };
}

/** The service's errors for single fields: a duplicate identification, or `field: words`. */
async function refusedFields(
  user: User,
  stored: TypedPartner,
  problem: ErrorView,
): Promise<PartnerPage["errors"]> {
  if (problem.code === 409) {
    const found = await attempt(partnerBy(user, "identification", stored.identification));
    if (!found.ok || !found.value || found.value.id === stored.id) return {};
    const name = shorten(toText(found.value.name) || found.value.id, 120);
    return { identification: [`Another partner has this code: ${name}.`] };
  }
  const [, field = "", words = ""] = /^(\w+): (.+)$/s.exec(problem.message) ?? [];
  return problem.code === 400 && isPartnerField(field) ? { [field]: [words] } : {};
}

/** The response to a partner's form: a redirect to the partners, or the form with the typed values. */
export async function answerPartnerForm(of: PartnerOf) {
  const { user, id } = of;
  await assertMay(user, keeping);
  const form = await formOf(user.request);
  const token = requireToken(form);
  const again = async (status: number, more: Partial<PartnerPage>) => {
    const page = await partnerPage(of);
    return data({ ...page, token, values: typedValues(form), ...more } satisfies PartnerPage, { status });
  };
  const submission = readForm(form, partnerForm);
  if (submission.status !== "success") {
    const errors = submission.error ?? {};
    return again(400, {
      errors: Object.fromEntries(Object.entries(errors).map(([name, all]) => [name, all ?? []])),
    });
  }
  const stored: TypedPartner = {
    ...submission.value,
    id,
    terms: clockTerms(submission.value),
  };
  return keepingDraft(user, pathOf(id), form, async () => {
    const command = partnerCommand(user, id, stored);
    const result = await runCommand(command, token);
    switch (result.is) {
      case "done": {
        // A new one is found by its identification.
        const made =
          id === undefined
            ? await attempt(partnerBy(user, "identification", stored.identification))
            : undefined;
        const savedId = made?.ok ? made.value?.id : id;
        const href = savedId === undefined ? partnersPath : partnerPath(savedId);
        return redirectWithFlash(user.request, partnersPath, saidOf(result.receipt, href, result));
      }
      case "alreadyDone":
        return redirectWithFlash(user.request, partnersPath, "Nothing to save.");
      case "unconfirmed": {
        const now = result.offer.slot && toPartnerValues(result.offer.slot);
        const values = { ...typedValues(form), revision: now?.revision ?? "" };
        return again(409, { values, token: tokens.make(user), conflict: now && differences(values, now) });
      }
      case "refused":
        throw new ApiError({
          statusLine: "Forbidden",
          code: result.status,
          message: result.words,
          correlationId: user.correlationId,
          advice: "Ask an administrator for a username, then log out and sign in again.",
        });
      case "unread":
      case "failed": {
        const errors = await refusedFields(user, stored, result.problem);
        const problem = Object.keys(errors).length > 0 ? {} : { problem: result.problem };
        return again(failureStatus(result.problem), { errors, ...problem, token: tokenToGoOn(token, user) });
      }
    }
  });
}
