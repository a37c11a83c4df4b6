import bwipjs from "bwip-js/node";
import PDFDocument from "pdfkit";

export type LabelFacts = {
  articleId: string;
  consignmentId: string;
  raNumber: string | null;
  exoName: string;
  orderId: string | null;
  sender: string;
  storeName: string;
};

export type Paper = InstanceType<typeof PDFDocument>;

export type Box = { x: number; y: number; width: number; height: number };

// Quiet zone: blank modules that a scanner needs before the first bar and after the last.
const quietModules = 10;

/** Characters of the built-in fonts: others become question marks, control characters spaces. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}+/gu, " ").replace(/[^ -~\u00a0-\u00ff]/gu, "?");

/** The widths of a Code 128 symbol in modules, bars and spaces in turn, starting with a bar. */
function code128(text: string): number[] {
  const [symbol] = bwipjs.raw({ bcid: "code128", text });
  if (!symbol || !("sbs" in symbol)) throw new Error(`No Code 128 holds '${text}'`);
  return symbol.sbs;
}

/**
 * Draws a text of printable ASCII as a Code 128 across the box's width, quiet zones included, with the text below.
 * Sizes are in points. Throws for a text that the symbology can't encode.
 */
export function drawBarcode(paper: Paper, text: string, { x, y, width, height }: Box): void {
  const widths = code128(text);
  const modules = widths.reduce((sum, one) => sum + one, 2 * quietModules);
  const module = width / modules;
  let at = x + quietModules * module;
  paper.fillColor("black");
  widths.forEach((modulesWide, index) => {
    if (index % 2 === 0) paper.rect(at, y, modulesWide * module, height);
    at += modulesWide * module;
  });
  paper.fill();
  paper
    .font("Courier")
    .fontSize(9)
    .text(text, x, y + height + 4, { width, align: "center", lineBreak: false });
}

/** One line of text, with an ellipsis where the box is too narrow. */
export function writeLine(paper: Paper, text: string, { x, y, width }: Omit<Box, "height">): void {
  paper.text(printable(text), x, y, { width, height: paper.currentLineHeight(), ellipsis: true });
}

/** The logo: a tag with a hole, and its name. */
export function drawMark(paper: Paper, x: number, y: number): void {
  paper.save().translate(x, y).fillColor("#17324d");
  paper.path("M0 8 L8 0 H26 V16 H8 Z M9 6.5 a1.5 1.5 0 1 0 0 3 a1.5 1.5 0 1 0 0 -3 Z").fill("even-odd");
  paper.restore();
  paper.fillColor("#17324d").font("Helvetica-Bold").fontSize(13);
  paper.text("Utopia", x + 32, y + 2, { lineBreak: false }).fillColor("black");
}

/** A PDF of one page; `size` is a paper name or a width and a height in points. */
export async function onPaper(size: string | [number, number], title: string, draw: (paper: Paper) => void) {
  const paper = new PDFDocument({ size, margin: 0, info: { Title: printable(title), Author: "Utopia" } });
  const chunks: Uint8Array[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    paper.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    paper.once("end", resolve);
    paper.once("error", reject);
  });
  draw(paper);
  paper.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}

// A6, in points.
const size: [number, number] = [298, 420];
const left = 20;
const width = size[0] - 2 * left;

const bold = "Helvetica-Bold";
const plain = "Helvetica";

/** The simulated carrier's label, which says so; its barcode is the article id. */
export function drawLabel(facts: LabelFacts): Promise<Uint8Array> {
  const lines: readonly (readonly [font: string, size: number, y: number, text: string])[] = [
    [bold, 10, 44, "RETURN - POSTAGE PAID"],
    [plain, 8, 58, "Simulated carrier. This label carries no parcel."],
    [plain, 7, 82, "TO"],
    [bold, 13, 93, `${facts.storeName} Returns`],
    [plain, 10, 111, "Utopia Distribution Centre, Dock 4"],
    [plain, 10, 124, "1 Returns Way"],
    [plain, 10, 137, "Example VIC 3000"],
    [plain, 7, 166, "FROM"],
    [plain, 10, 177, facts.sender],
    [plain, 7, 206, "RETURN"],
    [plain, 10, 217, `RA#: ${facts.raNumber ?? "N/A"}`],
    [plain, 10, 231, `Order: ${facts.orderId ?? "N/A"}`],
    [plain, 10, 245, `EXO: ${facts.exoName}`],
    [plain, 10, 259, `Consignment: ${facts.consignmentId}`],
  ];
  return onPaper(size, `Return label ${facts.articleId}`, (paper) => {
    paper
      .rect(8, 8, size[0] - 16, size[1] - 16)
      .lineWidth(1)
      .stroke();
    drawMark(paper, left, 20);
    for (const [font, points, y, text] of lines) {
      paper.font(font).fontSize(points);
      writeLine(paper, text, { x: left, y, width });
    }
    for (const y of [74, 158, 198, 280]) {
      paper
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.75)
        .stroke();
    }
    drawBarcode(paper, facts.articleId, { x: left, y: 296, width, height: 78 });
  });
}
