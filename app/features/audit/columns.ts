import { z } from "zod";
import { type ColumnCells, defineColumns } from "#app/core/lists/columns.ts";
import { sheetColumn as sheet } from "#app/core/lists/sheetColumns.ts";
import { shorten } from "#app/core/values/values.ts";
import { outcomeLabels } from "./paths.ts";

const text = z.string().default("");

/** One line of the trail as shown; `problem` says how it differs from what was written, and is empty otherwise. */
export const auditRow = z.object({
  n: z.number(),
  /** In epoch milliseconds; null if the line cannot be read. */
  at: z.number().nullable().default(null),
  name: text,
  subject: text,
  kind: text,
  did: text,
  record: text,
  href: text,
  outcome: text,
  why: text,
  address: text,
  correlationId: text,
  problem: text,
});
export type AuditRow = z.output<typeof auditRow>;

const isOutcome = (text: string): text is keyof typeof outcomeLabels => Object.hasOwn(outcomeLabels, text);

function outcomeWords({ outcome, why, problem }: AuditRow): string {
  if (problem !== "") return problem;
  const word = isOutcome(outcome) ? outcomeLabels[outcome] : outcome;
  return why === "" ? word : `${word}: ${why}`;
}

const longest = 160;

/** The columns of the audit trail (audit#columns); the sheet also has the ids. */
export const auditColumns = defineColumns<AuditRow, unknown>()({
  line: {
    header: "Line",
    align: "end",
    tight: true,
    narrow: "hide",
    show: ({ n }) => String(n),
    sheet: [sheet("Line", 8, ({ n }) => n, "units")],
  },
  at: {
    header: "When",
    narrow: "plain",
    show: ({ at }) => (at === null ? undefined : { at: new Date(at).toISOString() }),
    sheet: [sheet("When", 17, ({ at }) => (at === null ? undefined : new Date(at).toISOString()), "moment")],
  },
  who: {
    header: "Who",
    narrow: "plain",
    show: ({ name, subject }) => shorten(name || subject, longest),
    sheet: [sheet("Who", 24, ({ name }) => name), sheet("Person's id", 24, ({ subject }) => subject)],
  },
  did: {
    header: "What",
    narrow: "title",
    show: ({ did }) => shorten(did, longest),
    sheet: [sheet("What", 32, ({ did }) => did), sheet("Kind", 12, ({ kind }) => kind)],
  },
  record: {
    header: "Record",
    narrow: "plain",
    show: ({ record, href }) => ({ text: shorten(record, longest), href }),
    sheet: [
      sheet("Record", 32, ({ record }) => record),
      sheet("Address of the record", 32, ({ href }) => href),
    ],
  },
  outcome: {
    header: "Outcome",
    narrow: "plain",
    show: (row) => ({
      text: shorten(outcomeWords(row), 300),
      outcome: row.problem === "" ? row.outcome : "altered",
    }),
    sheet: [sheet("Outcome", 32, outcomeWords)],
  },
  address: {
    header: "From address",
    tight: true,
    rank: 2,
    show: ({ address }) => address,
    sheet: [
      sheet("From address", 18, ({ address }) => address),
      sheet("Reference", 38, ({ correlationId }) => correlationId),
    ],
  },
});
export type AuditCells = ColumnCells<typeof auditColumns>;

export const auditSheetPageSize = 1000;

export const auditSheetPlan = auditColumns.plan(auditRow, (_, problem) => ({ n: 0, problem }));
