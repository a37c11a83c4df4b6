import type { ExchangeItem } from "#contract/exos.ts";
import { drawBarcode, drawMark, onPaper, type Paper, writeLine } from "#platform/outside/label.ts";
import { type MovingExo, readReturn } from "./rules.ts";

// Columns of the item list on A4, in points.
const columns = [
  { title: "Item", x: 48, width: 230 },
  { title: "Level code", x: 286, width: 120 },
  { title: "Qty", x: 414, width: 30 },
  { title: "Reason", x: 452, width: 95 },
] as const;

/** The reason of a return, in words (returns#reasons); an unknown reason shows its code. */
const reasonLabels: Record<string, string> = {
  WRONG_ITEM: "Wrong Item",
  WRONG_COLOUR: "Wrong Colour",
  FAULTY: "Faulty",
  CHANGE_OF_MIND: "Change of Mind",
  SIZE_TOO_BIG: "Size too Big",
  SIZE_TOO_SMALL: "Size too Small",
  OTHER: "Other",
};

// More lines than this do not fit on the page with its barcode.
const maxLines = 34;

function writeRow(paper: Paper, cells: readonly string[], y: number): void {
  for (const [index, { x, width }] of columns.entries())
    writeLine(paper, cells[index] ?? "", { x, y, width });
}

const reasonOf = ({ ReturnReasonCode: code }: ExchangeItem) => code && (reasonLabels[code] ?? code);

/** The slip in the customer's parcel; its barcode is the RA#. */
export function drawSlip(exo: MovingExo): Promise<Uint8Array> {
  const { exchange } = readReturn(exo.document);
  const { FirstName, LastName } = exchange?.Customer ?? {};
  const items = exchange?.Items ?? [];
  const reference = exo.raNumber ?? exo.name;
  return onPaper("A4", `Return slip ${reference}`, (paper) => {
    drawMark(paper, 48, 44);
    paper.font("Helvetica-Bold").fontSize(20);
    writeLine(paper, "Return slip", { x: 48, y: 84, width: 300 });
    paper.font("Helvetica").fontSize(10);
    const facts = [
      `Store: ${exo.storeName}`,
      `Order: ${exo.originalOrderId ?? "N/A"}`,
      `RA#: ${exo.raNumber ?? "N/A"}`,
      `Customer: ${[FirstName, LastName].filter(Boolean).join(" ") || "N/A"}`,
      "Put this slip into the parcel, and the label on its outside.",
    ];
    for (const [index, fact] of facts.entries()) {
      writeLine(paper, fact, { x: 48, y: 118 + index * 15, width: 300 });
    }
    drawBarcode(paper, reference, { x: 350, y: 92, width: 200, height: 60 });
    paper.font("Helvetica-Bold").fontSize(9);
    writeRow(
      paper,
      columns.map(({ title }) => title),
      214,
    );
    paper.moveTo(48, 228).lineTo(547, 228).lineWidth(0.75).stroke();
    paper.font("Helvetica").fontSize(9);
    items.slice(0, maxLines).forEach((item, index) => {
      const cells = [item.Title, item.LevelCode, String(Math.abs(Number(item.Quantity))), reasonOf(item)];
      writeRow(
        paper,
        cells.map((cell) => cell ?? ""),
        236 + index * 15,
      );
    });
    if (items.length > maxLines) {
      const more = `and ${items.length - maxLines} more items`;
      writeLine(paper, more, { x: 48, y: 236 + maxLines * 15, width: 300 });
    }
  });
}
