import { createHash } from "node:crypto";
import { encodePng, type Paint } from "#platform/png.ts";

const size = 48;
const samplesPerSide = 3;

/**
 * A 48×48 PNG portrait drawn from a person's subject: head and shoulders on a plain background. The same subject always
 * gives the same bytes.
 */
export function drawPortrait(subject: string): Buffer {
  const hash = createHash("sha256").update(subject).digest();
  const pick = (index: number, from: number, span: number) => from + (((hash[index] ?? 0) * span) >> 8);
  const ground: Paint = [pick(0, 150, 70), pick(1, 170, 60), pick(2, 185, 55)];
  const clothes: Paint = [pick(3, 30, 90), pick(4, 40, 90), pick(5, 70, 110)];
  const tone = pick(6, 0, 110);
  const skin: Paint = [235 - tone, 200 - tone, 172 - tone];
  const hair: Paint = [pick(7, 25, 90), pick(8, 20, 60), pick(9, 15, 45)];

  const within = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
  const colourAt = (x: number, y: number): Paint => {
    if (within(x, y, 24, 21, 8.5, 10) && y > 16) return skin;
    if (within(x, y, 24, 19, 10.5, 11.5) && y < 26) return hair;
    if (within(x, y, 24, 32, 4.5, 5)) return skin;
    return within(x, y, 24, 52, 19, 18) ? clothes : ground;
  };
  return encodePng(size, size, (x, y) => averageColour(x, y, colourAt));
}

function averageColour(x: number, y: number, colourAt: (x: number, y: number) => Paint): Paint {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < samplesPerSide ** 2; i++) {
    const offset = (part: number) => (part + 0.5) / samplesPerSide;
    const [r, g, b] = colourAt(x + offset(i % samplesPerSide), y + offset(Math.floor(i / samplesPerSide)));
    sum[0] += r;
    sum[1] += g;
    sum[2] += b;
  }
  const [r, g, b] = sum;
  const mean = (total: number) => Math.round(total / samplesPerSide ** 2);
  return [mean(r), mean(g), mean(b)];
}
