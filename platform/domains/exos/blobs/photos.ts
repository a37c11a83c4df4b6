import { encodePng, type Paint } from "#platform/png.ts";

/** Ids of an EXO's documents. */
export const labelBlobId = (exoId: string) => `exos/${exoId}/return-label.pdf`;
export const slipBlobId = (exoId: string) => `exos/${exoId}/return-slip.pdf`;

/** The id of the n-th drawn photo; there are a thousand of them. */
export const photoBlobId = (number: number): string => `photos/${number % 1000}.png`;

/** The number of a photo; undefined for any other id. */
export function photoNumber(blobId: string): number | undefined {
  const digits = /^photos\/(\d{1,3})\.png$/.exec(blobId)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const width = 480;
const height = 360;

const uppers: readonly [Paint, ...Paint[]] = [
  [63, 116, 181],
  [34, 51, 92],
  [181, 51, 46],
  [106, 107, 58],
  [185, 131, 84],
  [47, 122, 85],
  [31, 35, 40],
];
const tables: readonly [Paint, ...Paint[]] = [
  [214, 200, 180],
  [188, 196, 202],
  [226, 222, 214],
  [172, 160, 146],
];

const sole: Paint = [240, 237, 230];
const shade: Paint = [60, 54, 48];
const damage: Paint = [92, 62, 40];
const lace: Paint = [248, 248, 246];

const pickFrom = (paints: readonly [Paint, ...Paint[]], number: number): Paint =>
  paints[number % paints.length] ?? paints[0];

const lit = ([red, green, blue]: Paint, light: number): Paint => [
  Math.min(255, red * light),
  Math.min(255, green * light),
  Math.min(255, blue * light),
];

const inEllipse = (
  x: number,
  y: number,
  centreX: number,
  centreY: number,
  radiusX: number,
  radiusY: number,
) => ((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 <= 1;

/** A simulated customer photo of a worn shoe with its mark of damage: a PNG of 480 by 360. */
export function drawPhoto(number: number): Uint8Array {
  const upper = pickFrom(uppers, number);
  const table = pickFrom(tables, Math.floor(number / uppers.length));
  const mirrored = number % 2 === 1;
  const [markX, markY] = [120 + ((number * 53) % 230), 206 + ((number * 29) % 22)];
  return encodePng(width, height, (column, y) => {
    const x = mirrored ? width - column : column;
    const light = 1.08 - (y / height) * 0.25;
    const isSole = y >= 240 && y <= 264 && x > 82 && x < 398 - (y - 240) / 2;
    const isToe = inEllipse(x, y, 316, 242, 88, 56) && y < 242;
    const top = x < 176 ? 126 : 126 + ((x - 176) / 130) ** 1.3 * 64;
    const isBody = x > 88 && x < 316 && y < 242 && y > top;
    const isOpening = inEllipse(x, y, 132, 127, 44, 15);
    const isLace = isBody && x > 190 && x < 262 && y < top + 34 && (2 * x - y) % 28 < 7;
    if (inEllipse(x, y, markX, markY, 13, 8) && (isBody || isToe)) return lit(damage, light);
    if (isOpening) return shade;
    if (isLace) return lace;
    if (isBody || isToe) return lit(upper, light);
    if (isSole) return lit(sole, light);
    if (inEllipse(x, y, 240, 268, 190, 14)) return lit(table, light * 0.75);
    return lit(table, light);
  });
}
