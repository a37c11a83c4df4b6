import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

const size = 48;
const samplesPerSide = 3;

type Colour = readonly [number, number, number];

/**
 * A 48×48 PNG portrait drawn from a person's subject: head and shoulders on a plain ground. The same
 * subject always gives the same bytes.
 */
export function drawPortrait(subject: string): Buffer {
  const hash = createHash("sha256").update(subject).digest();
  const pick = (index: number, from: number, span: number) => from + (((hash[index] ?? 0) * span) >> 8);
  const ground: Colour = [pick(0, 150, 70), pick(1, 170, 60), pick(2, 185, 55)];
  const clothes: Colour = [pick(3, 30, 90), pick(4, 40, 90), pick(5, 70, 110)];
  const tone = pick(6, 0, 110);
  const skin: Colour = [235 - tone, 200 - tone, 172 - tone];
  const hair: Colour = [pick(7, 25, 90), pick(8, 20, 60), pick(9, 15, 45)];

  const within = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
  const colourAt = (x: number, y: number): Colour => {
    if (within(x, y, 24, 21, 8.5, 10) && y > 16) return skin;
    if (within(x, y, 24, 19, 10.5, 11.5) && y < 26) return hair;
    if (within(x, y, 24, 32, 4.5, 5)) return skin;
    return within(x, y, 24, 52, 19, 18) ? clothes : ground;
  };
  return encodePng((x, y) => averageColour(x, y, colourAt));
}

function averageColour(x: number, y: number, colourAt: (x: number, y: number) => Colour): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < samplesPerSide ** 2; i++) {
    const offset = (part: number) => (part + 0.5) / samplesPerSide;
    const [r, g, b] = colourAt(x + offset(i % samplesPerSide), y + offset(Math.floor(i / samplesPerSide)));
    sum[0] += r;
    sum[1] += g;
    sum[2] += b;
  }
  const [r, g, b] = sum;
  return [r / samplesPerSide ** 2, g / samplesPerSide ** 2, b / samplesPerSide ** 2];
}

function encodePng(colourAt: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(size * (1 + size * 3));
  for (let y = 0, at = 0; y < size; y++) {
    rows[at++] = 0;
    for (let x = 0; x < size; x++) for (const part of colourAt(x, y)) rows[at++] = Math.round(part);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The checksum of PNG chunks (ISO 3309). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
