import { z } from "zod";
import { acknowledgedWord, acknowledgementOf, refusedMessagesOf } from "#app/domains/edi/acknowledgement.ts";
import { directionLabel } from "#app/domains/edi/codes.ts";
import { dueOf } from "#app/domains/edi/partner/dueTimes.ts";
import { type ColumnCells, columnKeys, defineColumns, toSheetColumns } from "#app/lists/columns.ts";
import { defineSheetPlan, recordOf, sheetColumn as sheet } from "#app/sheets/columns.ts";
import { compact, momentOf, shorten, toText } from "#app/values/values.ts";
import { type EdiInterchange, ediInterchange } from "#contract/edi.ts";
import { documentColumns, type Parts } from "./documentColumns.ts";

export type NamedInterchange = EdiInterchange & { partnerName: string };

const partnerOf = ({ transmission_direction, sender, recipient }: EdiInterchange): string =>
  toText((transmission_direction === "outbound" ? recipient : sender)?.identification);

export const withPartnerName = (
  interchange: EdiInterchange,
  nameOf: (identification: string) => string,
): NamedInterchange => ({ ...interchange, partnerName: nameOf(partnerOf(interchange)) });

const maxTextLength = 120;
/** Numbers and types named in a row; the others are counted. */
const maxNamed = 3;

function named(all: readonly string[]): string {
  const more = all.length - maxNamed;
  const shown = all.slice(0, maxNamed).map((one) => shorten(one, 40));
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

const typesOf = ({ message_counts }: EdiInterchange): string[] => Object.keys(message_counts ?? {});
const referenceOf = ({ control_reference }: EdiInterchange): string => toText(control_reference);

/** The name of an interchange without messages: its number, else its file, else a part of its id. */
function otherNameOf(interchange: EdiInterchange): string {
  const reference = referenceOf(interchange);
  if (reference) return `Interchange ${shorten(reference, maxTextLength)}`;
  const file = interchange.references?.find(({ type }) => type === "inbound-interchange-file");
  const name = shorten(toText(file?.title), 40);
  return name ? `File ${name}` : `Interchange ${shorten(interchange.id, 12)}`;
}

const acknowledgedWords = { yes: "Yes", no: "No", unknown: "Unknown" } as const;

/** The columns (edi#interchange-columns), in order; the sheet has one fact in each (edi#export). */
export const interchangeColumns = defineColumns<NamedInterchange, Parts & { now: number }>()({
  state: documentColumns.state,
  document: {
    header: "Messages",
    narrow: "title",
    roomy: true,
    /** Its message types and their numbers or, if unknown, another name. */
    show: (interchange) =>
      compact({
        name: named(typesOf(interchange)) || otherNameOf(interchange),
        numbers: named(interchange.document_identifiers ?? []),
        partner: shorten(interchange.partnerName, maxTextLength),
        isTest: interchange.test === true,
        createdAt: momentOf(interchange.created_at),
      }),
    sheet: [
      sheet("Messages", 20, (interchange) => typesOf(interchange).join("; ")),
      sheet("Document Numbers", 24, ({ document_identifiers }) => (document_identifiers ?? []).join("; ")),
      sheet("Partner", 20, ({ partnerName }) => partnerName),
      sheet("Test", 8, ({ test }) => (test === true ? "Test" : undefined)),
      sheet("Created At", 17, ({ created_at }) => momentOf(created_at), "moment"),
    ],
  },
  reference: {
    share: "w-[7.5%]",
    header: "Control Reference",
    show: (interchange) => shorten(referenceOf(interchange), maxTextLength),
    sheet: [sheet("Control Reference", 18, referenceOf)],
  },
  direction: {
    share: "w-[7.5%]",
    header: "Direction",
    show: ({ transmission_direction }) => directionLabel(transmission_direction),
    sheet: [sheet("Direction", 12, ({ transmission_direction }) => directionLabel(transmission_direction))],
  },
  acknowledged: {
    share: "w-[10%]",
    header: "Acknowledged",
    show: (interchange, { now }) =>
      compact({
        acknowledged: acknowledgedWord(interchange),
        acknowledgement: acknowledgementOf(interchange),
        due: dueOf(interchange.acknowledgement_due_at, interchange.due_time_zone, now),
      }),
    sheet: [
      sheet("Acknowledged", 14, (interchange) => acknowledgedWords[acknowledgedWord(interchange)]),
      sheet("Acknowledged At", 17, ({ acknowledged_at }) => momentOf(acknowledged_at), "moment"),
      sheet("Acknowledgement", 26, (interchange) => acknowledgementOf(interchange).label),
      sheet("Acknowledging Interchange", 38, (interchange) => acknowledgementOf(interchange).by),
      sheet("Refused Messages", 24, (interchange) =>
        refusedMessagesOf(interchange)
          .map(({ name }) => name)
          .join("; "),
      ),
    ],
  },
  standing: documentColumns.standing,
  references: documentColumns.references,
  at: documentColumns.at,
  id: documentColumns.id,
  actions: documentColumns.actions,
});

export type InterchangeCells = ColumnCells<typeof interchangeColumns>;

export const interchangeColumnKeys = columnKeys(interchangeColumns);

/** `partners` has the partners' names by identification. */
const sheetOptions = z.object({ partners: z.map(z.string(), z.string()), timeZone: z.string() });

/** The sheet of the interchanges, in the call's own pages, whose size the service sets. */
export const interchangeSheetPlan = defineSheetPlan({
  record: ediInterchange,
  options: sheetOptions,
  columns: toSheetColumns(interchangeColumns, interchangeColumnKeys),
  toEntries: (rows, { partners }) =>
    rows.map((row) =>
      withPartnerName(
        recordOf(row, ediInterchange, (id, words) => ({ id, attention: [words] })),
        (code) => partners.get(code) ?? code,
      ),
    ),
});
