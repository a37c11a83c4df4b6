import { crc32, deflateSync } from "node:zlib";

/** A picture's size, and its pixels as red, green, blue and alpha. */
export type Pixels = { width: number; height: number; rgba: Uint8Array };

const maxColours = 256;
/** Colours that agree in the first five bits of each part are one, called by the commonest of them. */
const bucketOf = (red: number, green: number, blue: number) =>
  ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

type Colour = { red: number; green: number; blue: number; count: number };

/** The commonest colour of each bucket, with the number of the bucket's pixels. */
function coloursOf({ rgba }: Pixels): Map<number, Colour> {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const exact = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0);
    counts.set(exact, (counts.get(exact) ?? 0) + 1);
  }
  const buckets = new Map<number, Colour>();
  for (const [exact, count] of [...counts].sort((one, other) => other[1] - one[1])) {
    const [red, green, blue] = [exact >> 16, (exact >> 8) & 255, exact & 255];
    const bucket = bucketOf(red, green, blue);
    const known = buckets.get(bucket);
    if (known) known.count += count;
    else buckets.set(bucket, { red, green, blue, count });
  }
  return buckets;
}

const distance = (one: Colour, other: Colour) =>
  (one.red - other.red) ** 2 + (one.green - other.green) ** 2 + (one.blue - other.blue) ** 2;

function nearest(palette: readonly Colour[], to: Colour): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, colour] of palette.entries()) {
    const far = distance(colour, to);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A PNG of the 256 commonest colours: a screen has hardly more, and is a third of the size. */
export function palettePng(pixels: Pixels): Buffer {
  const { width, height, rgba } = pixels;
  const buckets = coloursOf(pixels);
  const palette = [...buckets.values()].sort((one, other) => other.count - one.count).slice(0, maxColours);
  const places = new Map([...buckets].map(([bucket, colour]) => [bucket, nearest(palette, colour)]));
  // Each line begins with its filter: none.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const bucket = bucketOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0);
      lines[y * (width + 1) + 1 + x] = places.get(bucket) ?? 0;
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap(({ red, green, blue }) => [red, green, blue]))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
