import { z } from "zod";
import type { ErrorView } from "#app/http/errorView.ts";
import { toText } from "#app/values/read.ts";
import type { EdiPartnerRecord, KeptEdiPartner } from "#contract/ediPartners.ts";

const words = (missing: string) => z.string({ error: missing }).trim();
const hours = (missing: string) =>
  z.number({ error: missing }).min(0, "Hours are 0 or more.").max(2000, "Hours are at most 2,000.");

/** One row of the partners. */
export type PartnerRow = {
  id: string;
  name: string;
  identification: string;
  store: string;
  syntax: string;
  dues: string;
  isActive: boolean;
};

/** What the form of a partner takes (edi#partner-pages). */
export const partnerForm = z.object({
  name: words("Give the partner a name.").max(120, "A name has at most 120 characters."),
  identification: words("Say by which code the partner names itself.").max(
    35,
    "A code has at most 35 characters.",
  ),
  qualifier: z.string().trim().max(4, "A qualifier has at most 4 characters.").default(""),
  our_identification: words("Say by which code the partner names us.").max(
    35,
    "A code has at most 35 characters.",
  ),
  our_qualifier: z.string().trim().max(4, "A qualifier has at most 4 characters.").default(""),
  store_alias: words("Choose the store whose orders they become."),
  syntax_identifier: words("Choose a character set.").regex(/^UNO[A-Y]$/, "A character set is UNOA to UNOY."),
  syntax_version: z.enum(["1", "2", "3", "4"], { error: "A syntax version is 1, 2, 3 or 4." }),
  asks_acknowledgement: z.boolean().default(false),
  acknowledgement_due_hours: hours("Say after how many hours a CONTRL is late."),
  response_due_hours: hours("Say after how many hours our ORDRSP is late."),
  despatch_due_hours: hours("Say after how many hours our DESADV is late."),
  writes_una: z.boolean().default(false),
  wrap_width: z
    .number({ error: "Say at which width lines are wrapped, 0 for none." })
    .int("A width is a whole number.")
    .min(0, "A width is 0 or more.")
    .max(1000, "A width is at most 1,000."),
  active: z.boolean().default(false),
  /** The version that was read. */
  revision: z.number().int().optional(),
}) satisfies z.ZodType<Omit<KeptEdiPartner, "id">>;

export type PartnerField = keyof z.output<typeof partnerForm>;
type Fields = Exclude<PartnerField, "revision">;

/** The fields as a form holds them: a box that is ticked holds 'on'. */
export type PartnerValues = Partial<Record<PartnerField, string>>;

/** What a field is called. */
export const partnerLabels: Record<Fields, string> = {
  name: "Name",
  store_alias: "Store",
  identification: "Identification (0004)",
  qualifier: "Qualifier (0007)",
  our_identification: "Our identification (0010)",
  our_qualifier: "Our qualifier (0007)",
  syntax_identifier: "Character set (0001)",
  syntax_version: "Syntax version (0002)",
  asks_acknowledgement: "Acknowledge what is sent, both ways",
  acknowledgement_due_hours: "The partner's CONTRL is late after (hours)",
  response_due_hours: "Our ORDRSP is late after (hours)",
  despatch_due_hours: "Our DESADV is late after (hours)",
  writes_una: "What we send begins with UNA",
  wrap_width: "Lines are wrapped at (0: not wrapped)",
  active: "Active",
};

const isPartnerField = (name: string): name is Fields => Object.hasOwn(partnerLabels, name);
/** The fields in the order in which they are filled in. */
export const partnerFields: readonly Fields[] = Object.keys(partnerLabels).filter(isPartnerField);

/** A new partner, before anything is typed. */
export const newPartner: PartnerValues = {
  syntax_identifier: "UNOC",
  syntax_version: "3",
  asks_acknowledgement: "on",
  acknowledgement_due_hours: "4",
  response_due_hours: "24",
  despatch_due_hours: "120",
  wrap_width: "0",
  active: "on",
};

const fieldValue = (value: unknown): string => (value === true ? "on" : value === false ? "" : toText(value));

/** A partner's record as its form holds it. */
export function toPartnerValues(partner: EdiPartnerRecord): PartnerValues {
  const values: PartnerValues = { revision: toText(partner.revision) };
  for (const field of partnerFields) values[field] = fieldValue(partner[field]);
  return values;
}

/** What was typed. */
export function typedValues(form: FormData): PartnerValues {
  const values: PartnerValues = {};
  for (const field of [...partnerFields, "revision"] as const) {
    const value = form.get(field);
    if (typeof value === "string") values[field] = value;
  }
  return values;
}

/** What differs between what was typed and the record as it stands now, field by field. */
export const differences = (typed: PartnerValues, now: PartnerValues): { label: string; now: string }[] =>
  partnerFields
    .filter((field) => (typed[field] ?? "").trim() !== (now[field] ?? ""))
    .map((field) => ({ label: partnerLabels[field], now: shownValue(now[field]) }));

const shownValue = (value: string | undefined): string => (value === "on" ? "yes" : value || "–");

export type Choice = { value: string; label: string };

/** A partner's form as it is shown. */
export type PartnerPage = {
  /** Undefined for a new one. */
  name: string | undefined;
  here: string;
  token: string;
  values: PartnerValues;
  errors: Partial<Record<string, string[]>>;
  stores: Choice[];
  mayWrite: boolean;
  problem?: ErrorView | undefined;
  /** Somebody else kept it meanwhile: what differs from what was typed. */
  conflict?: { label: string; now: string }[] | undefined;
};
