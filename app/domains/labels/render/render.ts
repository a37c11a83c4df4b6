import type { Label, Printer } from "../labelSchemas.ts";
import { writeEpl } from "./epl.ts";
import { eplFace, type Face, zplFace } from "./face.ts";
import { drawLabel } from "./layout.ts";
import type { Drawing } from "./sheet.ts";
import { writeZpl } from "./zpl.ts";

export const faceOf = ({ language, media }: Printer): Face =>
  language === "ZPL" ? zplFace : eplFace(media.dotsPerMm);

/**
 * The commands that print a label on a printer of this language and media, in its number of copies; deterministic.
 * Accepts any text: the notices say what can't be printed as it is.
 */
export function renderLabel(
  label: Label,
  printer: Printer,
  { elements, size, notices }: Drawing = drawLabel(label, printer.media, faceOf(printer)),
) {
  const write = printer.language === "ZPL" ? writeZpl : writeEpl;
  return { bytes: write(elements, label, printer.media), size, notices };
}
