import type { PartySummary } from "#edifact/index.ts";
import { deliveryParties, isWritten, partyName } from "./address.ts";
import { daysIn, type Head, partyIn } from "./message.ts";

const dayCodes = (head: Pick<Head, "dates">) => Object.keys(daysIn(head.dates));

const isSameParty = (one: PartySummary, other: PartySummary): boolean =>
  one.qualifier === other.qualifier && one.identifier === other.identifier;

/** Functions (3035) of parties of which one takes the place of the other. */
const deliveries = ["ST", "DP", "UC"];
const isSameFunction = (one: string, other: string): boolean =>
  one === other || (deliveries.includes(one) && deliveries.includes(other));

/** A party that is named once more without an address is still where it was. */
function namedAgain(party: PartySummary, before: readonly PartySummary[]): PartySummary {
  const same = isWritten(party) ? undefined : before.find((one) => isSameParty(one, party));
  return same
    ? {
        ...same,
        agency: party.agency || same.agency,
        names: party.names.length > 0 ? party.names : same.names,
      }
    : party;
}

/** The header of an order after a change, which leaves out what stays: parties and days are replaced by those named. */
export function changedHead(before: Head, change: Pick<Head, "parties" | "dates">): Head {
  const isReplaced = ({ qualifier }: PartySummary) =>
    change.parties.some((party) => isSameFunction(party.qualifier, qualifier));
  const days = dayCodes(change);
  return {
    ...before,
    parties: [
      ...before.parties.filter((party) => !isReplaced(party)),
      ...change.parties.map((party) => namedAgain(party, before.parties)),
    ],
    dates: [
      ...before.dates.filter(({ qualifier }) => !days.includes(qualifier)),
      ...change.dates.filter(({ qualifier }) => days.includes(qualifier)),
    ],
  };
}

const places = ({ parties }: Pick<Head, "parties">): string =>
  deliveryParties(parties).map(partyName).join("; ");
const invoicee = ({ parties }: Pick<Head, "parties">): string => {
  const party = partyIn(parties, "IV");
  return party ? partyName(party) : "";
};

/** What of addresses and days another header says differently, in words. */
export function headDifferences(before: Head, after: Head): string[] {
  const [daysBefore, days] = [daysIn(before.dates), daysIn(after.dates)];
  const codes = [...new Set([...Object.keys(daysBefore), ...Object.keys(days)])];
  const instead = (what: string, now: string, old: string) =>
    now === old ? [] : [`${what} ${now || "not said"} instead of ${old || "not said"}`];
  return [
    ...instead("its delivery address is", places(after), places(before)),
    ...instead("its billing address is", invoicee(after), invoicee(before)),
    ...codes.flatMap((code) => instead(`its day (DTM+${code}) is`, days[code] ?? "", daysBefore[code] ?? "")),
  ];
}

/** Another buyer than that of the order, in words; a change is of the order of its buyer. */
export function buyerProblem(order: Pick<Head, "parties">, change: Pick<Head, "parties">): string[] {
  const [own, other] = [partyIn(order.parties, "BY"), partyIn(change.parties, "BY")];
  return own && other && other.identifier !== own.identifier
    ? [`it names another buyer, ${partyName(other)}, than the order`]
    : [];
}
