import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { labelLanguages, type Media } from "../label.ts";
import { renderLabel } from "./render.ts";

const media = (widthMm: number, heightMm: number, dotsPerMm: Media["dotsPerMm"]): Media => ({
  widthMm,
  heightMm,
  gapMm: 3,
  dotsPerMm,
});
const least = ": the least that GS1 allows";

describe("bars are the widest that leave the texts good to read, in whole dots", () => {
  test.each([
    [30, 20, 8, `EAN-13 at 75 %, narrowest bar 0.25 mm${least}`],
    [40, 25, 12, "EAN-13 at 101 %, narrowest bar 0.333 mm"],
    [57, 32, 8, "EAN-13 at 113 %, narrowest bar 0.375 mm"],
    [100, 50, 8, "EAN-13 at 189 %, narrowest bar 0.625 mm"],
  ] as const)("on %d × %d mm with %d dots a millimetre: %s", (widthMm, heightMm, dotsPerMm, size) => {
    const printer = { language: "ZPL", media: media(widthMm, heightMm, dotsPerMm) } as const;
    expect(renderLabel(bootLabel, printer).size).toBe(size);
  });

  test("an EPL printer draws an EAN-13 of 4 dots at most", () => {
    const printer = { language: "EPL", media: media(100, 50, 12) } as const;
    expect(renderLabel(bootLabel, printer).size).toBe("EAN-13 at 101 %, narrowest bar 0.333 mm");
  });

  test.each(labelLanguages)(
    "other codes have no percentage, price labels no size at all (%s)",
    (language) => {
      const printer = { language, media: media(57, 32, 8) };
      const code = { ...bootLabel, barcode: "123456789012" };
      expect(renderLabel(code, printer).size).toMatch(/^Code 128, narrowest bar 0\.\d+ mm$/);
      expect(renderLabel({ ...bootLabel, design: "RBK" }, printer).size).toBeUndefined();
    },
  );
});
