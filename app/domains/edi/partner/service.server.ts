import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { stateLooks } from "#app/values/processingStates.ts";
import { toText } from "#app/values/read.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiPartnerRecord } from "#contract/ediPartners.ts";
import { processingStates } from "#contract/processing.ts";
import { listEdiPartners } from "./api.server.ts";

type Choice = { value: string; label: string };

const stateChoices: Choice[] = processingStates.map((value) => ({ value, label: stateLooks[value].label }));

/** The partners' records; none if the service doesn't have them or fails: pages work without their names. */
async function partnersOf(user: User): Promise<EdiPartnerRecord[]> {
  if (!(await hasExtension(user, "edi-partners"))) return [];
  const read = await attempt(listEdiPartners(user));
  return read.ok ? read.value.flatMap((row) => (row.readable ? [row.row] : [])) : [];
}

type PartnerNames = Awaited<ReturnType<typeof partnerNames>>;

/** The partners' names, else their identifications. */
export async function partnerNames(user: User) {
  const names = new Map(
    (await partnersOf(user)).flatMap(({ identification, name }) => {
      const [code, called] = [toText(identification), shorten(toText(name), 80)];
      return code === "" ? [] : [[code, called || code] as const];
    }),
  );
  return { names, nameOf: (identification: string) => names.get(identification) ?? identification };
}

/** The choices of the additional filters (edi#more-filters). */
export function moreChoices({ names }: PartnerNames, chosenPartner: string, hasDues: boolean) {
  const known: Choice[] = [...names].map(([value, label]) => ({ value, label }));
  const isKnown = chosenPartner === "" || names.has(chosenPartner);
  const partners = isKnown ? known : [...known, { value: chosenPartner, label: chosenPartner }];
  return { states: stateChoices, partners: known.length === 0 ? undefined : partners, hasDues };
}
