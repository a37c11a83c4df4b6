import { z } from "zod";
import type { ErrorView } from "#app/http/errorView.ts";
import { toText } from "#app/values/values.ts";
import {
  checkWrapping,
  type EdiPartnerRecord,
  type ediCharacterSets,
  storedEdiPartner,
} from "#contract/ediPartners.ts";
import { type EdiTerms, ediTerms } from "#contract/ediTerms.ts";

const { id: _id, terms: _terms, ...fields } = storedEdiPartner.shape;

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
type Weekday = (typeof weekdays)[number];

// TypeScript doesn't know the keys of an object of entries.
const byDay = <Value>(toValue: (day: Weekday, number: number) => Value) =>
  Object.fromEntries(weekdays.map((day, index) => [day, toValue(day, index + 1)])) as Record<Weekday, Value>;

const { time_zone, closed_days } = ediTerms.shape;
const closedDays = z
  .string()
  .default("")
  .transform((typed, context) => {
    const days = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))].sort();
    const wrong = days.find((day) => !z.iso.date().safeParse(day).success);
    if (wrong !== undefined) context.addIssue(`'${wrong}' is no date: write it as 2026-12-25.`);
    return days;
  })
  .pipe(closed_days.removeDefault());

/** The partner form, as strict as the service (edi#partner-pages); an unticked box is not sent. */
export const partnerForm = z
  .object({
    ...fields,
    qualifier: fields.qualifier.default(""),
    our_qualifier: fields.our_qualifier.default(""),
    asks_acknowledgement: fields.asks_acknowledgement.default(false),
    writes_una: fields.writes_una.default(false),
    active: fields.active.default(false),
    time_zone: time_zone.removeDefault(),
    ...byDay(() => z.boolean().default(false)),
    closed_days: closedDays,
  })
  .superRefine(checkWrapping)
  .refine((typed) => weekdays.some((day) => typed[day]), {
    path: ["monday"],
    // Report this together with the other errors.
    when: () => true,
    error: "Tick at least one working day.",
  });

export const clockTerms = (typed: z.output<typeof partnerForm>) => ({
  time_zone: typed.time_zone,
  working_days: weekdays.flatMap((day, index) => (typed[day] ? [index + 1] : [])),
  closed_days: typed.closed_days,
});

export type PartnerField = keyof z.output<typeof partnerForm>;
type Fields = Exclude<PartnerField, "revision">;

/** The values of the form: a ticked box has 'on'. */
export type PartnerValues = Partial<Record<PartnerField, string>>;

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
  time_zone: "Time zone",
  ...byDay((day) => day.charAt(0).toUpperCase() + day.slice(1)),
  closed_days: "Closed days",
  active: "Active",
};

export const isPartnerField = (name: string): name is Fields => Object.hasOwn(partnerLabels, name);
export const partnerFields: readonly Fields[] = Object.keys(partnerLabels).filter(isPartnerField);

const termValues = ({ time_zone, working_days, closed_days }: EdiTerms): PartnerValues => ({
  time_zone,
  ...byDay((_, number) => (working_days.includes(number) ? "on" : "")),
  closed_days: closed_days.join("\n"),
});

export const newPartner: PartnerValues = {
  ...termValues(ediTerms.parse({})),
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

export function toPartnerValues(partner: EdiPartnerRecord): PartnerValues {
  const values: PartnerValues = { revision: toText(partner.revision) };
  for (const field of partnerFields) values[field] = fieldValue(partner[field]);
  return { ...values, ...termValues(partner.terms ?? ediTerms.parse({})) };
}

export function typedValues(form: FormData): PartnerValues {
  const values: PartnerValues = {};
  for (const field of [...partnerFields, "revision"] as const) {
    const value = form.get(field);
    if (typeof value === "string") values[field] = value;
  }
  return values;
}

export const differences = (typed: PartnerValues, now: PartnerValues): { label: string; now: string }[] =>
  partnerFields
    .filter((field) => (typed[field] ?? "").trim() !== (now[field] ?? ""))
    .map((field) => ({ label: partnerLabels[field], now: shownValue(now[field]) }));

const shownValue = (value: string | undefined): string => (value === "on" ? "yes" : value || "–");

export type Choice = { value: string; label: string };

const repertoires: Record<(typeof ediCharacterSets)[number], string> = {
  UNOA: "capital letters and digits",
  UNOB: "ASCII",
  UNOC: "Latin 1, Western Europe",
  UNOD: "Latin 2, Central Europe",
  UNOE: "Cyrillic",
  UNOF: "Greek",
  UNOG: "Latin 3, Southern Europe",
  UNOH: "Latin 4, Northern Europe",
  UNOI: "Arabic",
  UNOJ: "Hebrew",
  UNOK: "Latin 5, Turkish",
  UNOL: "Latin 9, Western Europe with the euro",
  UNOW: "UTF-8",
  UNOY: "UTF-8 without code extension",
};
export const characterSets: Choice[] = Object.entries(repertoires).map(([value, words]) => ({
  value,
  label: `${value}: ${words}`,
}));

export type PartnerPage = {
  name: string | undefined;
  here: string;
  token: string;
  values: PartnerValues;
  errors: Partial<Record<string, string[]>>;
  stores: Choice[];
  timeZones: string[];
  mayWrite: boolean;
  problem?: ErrorView | undefined;
  /** Somebody else saved it meanwhile: the differences from the typed values. */
  conflict?: { label: string; now: string }[] | undefined;
};
