import { drawBarcode, drawMark, onPaper, writeLine } from "./paper.ts";
import type { LabelFacts } from "./returns.ts";

// A6, in points.
const size: [number, number] = [298, 420];
const left = 20;
const width = size[0] - 2 * left;

/** The simulated carrier's label, which says so; its barcode is the article id. */
export function drawLabel(facts: LabelFacts): Promise<Uint8Array> {
  return onPaper(size, `Return label ${facts.articleId}`, (paper) => {
    const line = (text: string, y: number) => writeLine(paper, text, { x: left, y, width });
    const rule = (y: number) =>
      paper
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.75)
        .stroke();
    const heading = (text: string, y: number) => {
      paper.font("Helvetica").fontSize(7);
      line(text, y);
    };
    paper
      .rect(8, 8, size[0] - 16, size[1] - 16)
      .lineWidth(1)
      .stroke();
    drawMark(paper, left, 20);
    paper.font("Helvetica-Bold").fontSize(10);
    line("RETURN - POSTAGE PAID", 44);
    paper.font("Helvetica").fontSize(8);
    line("Simulated carrier. This label carries no parcel.", 58);
    rule(74);
    heading("TO", 82);
    paper.font("Helvetica-Bold").fontSize(13);
    line(`${facts.storeName} Returns`, 93);
    paper.font("Helvetica").fontSize(10);
    line("Utopia Distribution Centre, Dock 4", 111);
    line("1 Returns Way", 124);
    line("Example VIC 3000", 137);
    rule(158);
    heading("FROM", 166);
    paper.font("Helvetica").fontSize(10);
    line(facts.sender, 177);
    rule(198);
    heading("RETURN", 206);
    paper.font("Helvetica").fontSize(10);
    line(`RA#: ${facts.raNumber ?? "N/A"}`, 217);
    line(`Order: ${facts.orderId ?? "N/A"}`, 231);
    line(`EXO: ${facts.exoName}`, 245);
    line(`Consignment: ${facts.consignmentId}`, 259);
    rule(280);
    drawBarcode(paper, facts.articleId, { x: left, y: 296, width, height: 78 });
  });
}
