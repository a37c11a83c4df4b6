import type { OutgoingMessage, OutgoingSegment } from "#edifact/index.ts";
import type { Order, OrderLine } from "./order.ts";
import { type Directory, dateAt, lineAs, messageOf, partiesOf, segment } from "./segments.ts";

const unitsPerCarton = 12;

const extensionDigit = "3";
const companyPrefix = "9399991";

/** An SSCC (GS1): extension digit, company prefix, serial number and check digit, 18 digits. */
export function sscc(serial: number): string {
  const digits = `${extensionDigit}${companyPrefix}${String(serial % 1_000_000_000).padStart(9, "0")}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export type PackedLine = { line: OrderLine; quantity: number };

function cartonsOf(packed: readonly PackedLine[]): PackedLine[][] {
  const cartons: PackedLine[][] = [];
  let free = 0;
  for (const { line, quantity } of packed) {
    for (let left = quantity; left > 0; ) {
      if (free === 0) {
        cartons.push([]);
        free = unitsPerCarton;
      }
      const allotted = Math.min(left, free);
      cartons.at(-1)?.push({ line, quantity: allotted });
      left -= allotted;
      free -= allotted;
    }
  }
  return cartons;
}

/** The cartons of a parcel, from 0. */
const packedIn = ({ lines, parcels }: Order, parcel: number): PackedLine[][] =>
  cartonsOf(
    [...(parcels[parcel] ?? [])].flatMap(([place, quantity]) => {
      const line = lines[place];
      return line ? [{ line, quantity }] : [];
    }),
  );

/** Packages with a number of their own: the cartons, and the pallet under more than one; 0 where nothing of ours is in it. */
export function packageCount(order: Order, parcel: number): number {
  const { length } = packedIn(order, parcel);
  return length > 1 ? length + 1 : length;
}

const marked = (type: string, number: string): OutgoingSegment[] => [
  segment("PAC", "1", "", type),
  segment("PCI", "33E"),
  segment("GIN", "BJ", number),
];

/** CPS and its dependent segments: the shipment, a pallet under more than one carton, the cartons with their lines. */
function packingOf(cartons: readonly PackedLine[][], serial: number, documentIdentifier: string) {
  const hasPallet = cartons.length > 1;
  const segments: OutgoingSegment[] = [
    segment("CPS", "1"),
    segment("PAC", String(hasPallet ? cartons.length + 1 : cartons.length)),
  ];
  let level = 1;
  let number = 0;
  if (hasPallet) {
    level += 1;
    segments.push(segment("CPS", "2", "1", "3"), ...marked("PX", sscc(serial)));
  }
  const parent = String(level);
  for (const [index, carton] of cartons.entries()) {
    level += 1;
    segments.push(segment("CPS", String(level), parent, "1"));
    segments.push(...marked("CT", sscc(serial + index + (hasPallet ? 1 : 0))));
    for (const { line, quantity } of carton) {
      number += 1;
      segments.push(
        lineAs(String(number), "", line.asked),
        ...(line.levelCode ? [segment("PIA", "1", [line.levelCode, "SA"])] : []),
        segment("QTY", ["12", String(quantity)]),
        segment("RFF", ["ON", documentIdentifier, line.asked.number]),
      );
    }
  }
  return { segments, lines: number };
}

/** The despatch advice (D.01B or D.96A) of a parcel, from 0; `serial` is the first serial number of its packages. */
export function desadv(
  order: Order,
  parcel: number,
  form: {
    identifier: string;
    preparedAt: string;
    despatchedAt: string;
    carrier: string;
    conNote: string;
    serial: number;
    directory: Directory;
  },
): OutgoingMessage {
  const documentIdentifier = order.ordered.documentIdentifier.trim();
  const { segments, lines } = packingOf(packedIn(order, parcel), form.serial, documentIdentifier);
  return messageOf("DESADV", form.directory, [
    segment("BGM", "351", form.identifier, "9"),
    dateAt("137", form.preparedAt, "203"),
    dateAt("11", form.despatchedAt, "102"),
    segment("RFF", ["ON", documentIdentifier]),
    ...(form.conNote ? [segment("RFF", ["CN", form.conNote])] : []),
    ...partiesOf(order.head.parties, true),
    segment("TDT", "20", "", "30", "", form.carrier),
    ...segments,
    segment("CNT", ["2", String(lines)]),
  ]);
}
