import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { LabelLanguage } from "#app/domains/labels/label.ts";
import type { Label, Media } from "#app/domains/labels/labelSchemas.ts";
import { renderLabel } from "#app/domains/labels/render/render.ts";
import { drawnAsZpl } from "../support/labelCommands.ts";
import { repository } from "../support/processes.ts";

const { ready }: typeof import("zpl-renderer-js") = createRequire(import.meta.url)("zpl-renderer-js");

const linden: Label = {
  ...{ design: "Common", name: "Linden Womens Runner", colour: "Black", sizeRange: "7.5 (AU Womens)" },
  ...{ barcode: "9300000101006", price: "129.95", copies: 1 },
};
const long = "Wattle & Banksia Limited Edition Heritage Womens Chelsea Boot, Tan Leather, Wide Fit";
const labels: Label[] = [
  linden,
  { ...linden, was: "179.95" },
  { ...linden, sizeRange: "12.5-13.5 (Kids Extra Wide)", was: "159.95", price: "89.95" },
  { ...linden, sizeRange: "XS", colour: "Olive Marl / Off White", price: "24.00" },
  { ...linden, name: "Polo", colour: "Navy", sizeRange: "L", price: "9.95", was: "19.95" },
  ...[30, 40, 50, 60].map((length) => ({ ...linden, name: long.slice(0, length).trim() })),
  { ...linden, name: long, was: "229.95" },
  { ...linden, name: `${long} `.repeat(3) },
  { ...linden, barcode: "RK-00731-2", price: "1299.00", was: "1599.00" },
  { ...linden, barcode: "", name: "Gift wrapping" },
  { ...linden, design: "RBK" },
  { ...linden, design: "RBK", was: "179.95" },
];

const media = (widthMm: number, heightMm: number, dotsPerMm: Media["dotsPerMm"]): Media => {
  return { widthMm, heightMm, gapMm: 3, dotsPerMm };
};
const sheets: [LabelLanguage, Media][] = [
  ["ZPL", media(30, 20, 8)],
  ["ZPL", media(57, 32, 8)],
  ["EPL", media(57, 32, 8)],
  ["ZPL", media(100, 50, 8)],
];
const [columns, gapMm] = [3, 2];

/** All labels of one media in one picture, drawn from the commands that a printer gets. */
async function sheetOf(language: LabelLanguage, media: Media): Promise<Buffer> {
  const { widthMm, heightMm, dotsPerMm } = media;
  const dots = (mm: number) => Math.round(mm * dotsPerMm);
  const placed = labels.map((label, index) => {
    const left = dots((index % columns) * (widthMm + gapMm) + gapMm);
    const top = dots(Math.floor(index / columns) * (heightMm + gapMm) + gapMm);
    const { bytes } = renderLabel(label, { language, media });
    const commands = drawnAsZpl(bytes, { language, media }).replace(
      /\^MN.|\^(XA|XZ|CI28|LH0,0|P[WQ][\d,Y]+|LL\d+)/g,
      "",
    );
    return `^LH${left},${top}^FO0,0^GB${dots(widthMm)},${dots(heightMm)},1^FS${commands}`;
  });
  const rows = Math.ceil(labels.length / columns);
  const [width, height] = [columns * (widthMm + gapMm) + gapMm, rows * (heightMm + gapMm) + gapMm];
  const { api } = await ready;
  return Buffer.from(
    await api.zplToBase64Async(`^XA^CI28${placed.join("")}^XZ`, width, height, dotsPerMm),
    "base64",
  );
}

const folder = join(repository, process.argv[2] ?? "docs/pictures/labels");
await mkdir(folder, { recursive: true });
for (const [language, media] of sheets) {
  const name = `${language.toLowerCase()}-${media.widthMm}x${media.heightMm}.png`;
  await writeFile(join(folder, name), await sheetOf(language, media));
}
