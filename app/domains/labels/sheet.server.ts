import { setImmediate } from "node:timers/promises";
import { plural } from "#app/values/values.ts";
import { withGlyphs } from "./glyphs.server.ts";
import { copiesIn } from "./label.ts";
import type { Label, Media } from "./labelSchemas.ts";
import { linesAndAreas, pictureText } from "./picture.server.ts";
import { type Face, zplFace } from "./render/face.ts";
import { drawLabel } from "./render/layout.ts";
import type { Sheet, SheetLabel } from "./sheet.ts";

/** Labels on one sheet: a browser prints more of them only with patience. */
const maxLabels = 2000;
/** Dots of an office printer's paper: ten are a narrowest bar of 0.33 mm, 100 % of GS1's size. */
const dotsPerMm = 30;
const digitsDots = 2.8 * dotsPerMm;
/** The widths of the printer's font: the browser sets its own to them. */
const face: Face = { ...zplFace, digitsHeight: () => digitsDots };

/** The sheet of these labels at their true size; beyond 2,000 it says what it leaves out. */
export async function toSheet(
  jobs: readonly { label: Label }[],
  { widthMm, heightMm }: Pick<Media, "widthMm" | "heightMm">,
): Promise<Sheet> {
  const media = { widthMm, heightMm, gapMm: 0, dotsPerMm };
  const notices = new Set<string>();
  const labels: SheetLabel[] = [];
  let room = maxLabels;
  for (const [index, { label }] of jobs.entries()) {
    const copies = Math.min(room, label.copies);
    if (copies === 0) break;
    room -= copies;
    const drawing = drawLabel(withGlyphs(label), media, face);
    for (const notice of drawing.notices) notices.add(notice);
    const drawn = linesAndAreas(drawing);
    labels.push({ key: `label-${index}`, text: pictureText(label), copies, ...drawn });
    // A label takes some milliseconds: others are served between two of them.
    await setImmediate();
  }
  const all = copiesIn(jobs);
  if (all > maxLabels) {
    const left = plural(all - maxLabels, "label is", "labels are");
    notices.add(`${left} not on this sheet: it holds ${maxLabels}. Take the others in a second sheet.`);
  }
  return { media, labels, notices: [...notices] };
}
