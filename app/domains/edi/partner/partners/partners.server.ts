import { data } from "@remix-run/node";
import { attempt, callPortalApi } from "#app/core/api/api.server.ts";
import { hasExtension } from "#app/core/api/extensions.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { toListed } from "#app/core/lists/listed.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import { partyName } from "#app/domains/edi/codes.ts";
import { type EdiPartnerRecord, getEdiPartners } from "#contract/ediPartners.ts";
import type { WireRow } from "#contract/envelopes.ts";

/** Throws the 404 page if the service lists no partners (edi#partner-pages). */
export async function requirePartners(user: User): Promise<void> {
  if (!(await hasExtension(user, "edi-desk"))) throw notFound(user.request);
}

/** The partners (edi#partner-pages). Throws ApiError. */
const listEdiPartners = (user: User): Promise<WireRow<EdiPartnerRecord>[]> =>
  callPortalApi(user, getEdiPartners);

/** The partners' names, else their identifications; none if the service has no partners, or fails: pages work without. */
export async function partnerNames(user: User) {
  const read = (await hasExtension(user, "edi-desk")) ? await attempt(listEdiPartners(user)) : undefined;
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

export async function partnersScreen(user: User) {
  const read = await attempt(listEdiPartners(user));
  if (!read.ok) return data({ list: undefined, error: read.error }, { status: 502 });
  return { list: { rows: toListed(read.value, toRow) }, error: undefined };
}
