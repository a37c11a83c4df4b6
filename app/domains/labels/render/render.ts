import type { Label, Media, Printer } from "../labelSchemas.ts";
import { symbolSize } from "./barcode.ts";
import { writeEpl } from "./epl.ts";
import { eplFace, zplFace } from "./face.ts";
import { drawLabel } from "./layout.ts";
import type { Drawing } from "./sheet.ts";
import { writeZpl } from "./zpl.ts";

/**
 * The commands that print a label on a printer of this language and media, in its number of copies; deterministic. Accepts any text: the notices say what can't be printed as it is.
 */
export function renderLabel(label: Label, { language, media }: Printer) {
  if (language === "ZPL") {
    const drawing = drawLabel(label, media, zplFace);
    return { bytes: writeZpl(drawing, label, media), ...said(drawing, media) };
  }
  const drawing = drawLabel(label, media, eplFace(media.dotsPerMm));
  return { bytes: writeEpl(drawing, label, media), ...said(drawing, media) };
}

/** The printed size of the barcode, undefined on a label without one, and messages for the person. */
function said({ elements, notices }: Drawing<unknown>, media: Media) {
  const bars = elements.find((element) => element.kind === "bars");
  return { size: bars && symbolSize(bars.symbol, bars.module, media), notices };
}
