import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cp1252Character } from "#tests/support/labelCommands.ts";
import { anyLabel, anyMedia, bootLabel as boot, trickyNames } from "#tests/support/labels.ts";
import { cases } from "#tests/support/models.ts";
import { defaultMedia, type LabelLanguage, labelLanguages, testJob } from "../label.ts";
import type { Label, Media } from "../labelSchemas.ts";
import { printable } from "./characters.ts";
import { eplCell } from "./face.ts";
import { renderLabel } from "./render.ts";

function rendered(label: Label, language: LabelLanguage, media: Media = defaultMedia) {
  const { bytes, notices } = renderLabel(label, { language, media });
  const text =
    language === "ZPL"
      ? new TextDecoder("utf-8", { fatal: true }).decode(bytes)
      : Array.from(bytes, cp1252Character).join("");
  return { text, notices, lines: text.split("\n") };
}

describe("what a printer gets", () => {
  test("the media, every text, an EAN-13 of twelve digits, and the copies as one quantity", () => {
    const { text: zpl, notices } = rendered(boot, "ZPL");
    const epl = rendered(boot, "EPL");
    expect([notices, epl.notices]).toEqual([[], []]);
    expect(zpl).toMatch(/^\^XA\^CI28\^MNY\^PW456\^LL256\^LH0,0\n/);
    for (const words of ["Linden Womens Runner", "Black", "7.5", "$129.95"]) {
      expect(zpl).toContain(`^FD${words}^FS`);
      expect(epl.text).toContain(`,N,"${words}"\n`);
    }
    expect(zpl).toMatch(/\^FO\d+,\d+\^BY3\^BEN,\d+,Y,N\^FD930000010100\^FS/);
    expect(zpl).toMatch(/\n\^PQ3,0,1,Y\^XZ\n$/);
    expect(epl.text).toMatch(/^\nN\nI8,A,001\nq456\nQ256,24\n/);
    expect(epl.text).toMatch(/\nB\d+,\d+,0,E30,3,6,\d+,B,"930000010100"\n/);
    expect(epl.text).toMatch(/\nP3\n$/);
  });

  test("12 dots a millimetre make everything half as large again, and leave finer steps to the bars", () => {
    const media = { ...defaultMedia, dotsPerMm: 12 } as const;
    expect(rendered(boot, "ZPL", media).text).toMatch(/\^PW684\^LL384[\s\S]*\^BY5\^BEN/);
    expect(rendered(boot, "EPL", media).text).toMatch(/\nq684\nQ384,36\n[\s\S]*,E30,4,8,/);
  });

  test("continuous paper has no gap", () => {
    const continuous = { ...defaultMedia, gapMm: 0 };
    expect(rendered(boot, "EPL", continuous).lines).toContain("Q256,0");
    expect(rendered(boot, "ZPL", continuous).text).toMatch(/^\^XA\^CI28\^MNN\^PW456/);
  });

  test("labels are found by their gap, by a black mark, or as the printer has it [labels#tuning]", () => {
    const found = (tracking: "mark" | "printer", gapMm = 3) => {
      const media = { ...defaultMedia, gapMm, tuning: { tracking } };
      const zpl = /\^CI28(.*)\^PW/.exec(rendered(boot, "ZPL", media).text)?.[1];
      return [zpl, rendered(boot, "EPL", media).lines.find((line) => line.startsWith("Q"))];
    };
    expect([found("mark"), found("mark", 0)]).toEqual([
      ["^MNM", "Q256,B24"],
      ["^MNM", "Q256,B16"],
    ]);
    expect(found("printer")).toEqual(["", undefined]);
  });

  test("a printer is left as it is, or told what its settings say, within what its language takes", () => {
    const tuned = { ...defaultMedia, tuning: { darkness: 7, speed: 14, topMm: 1.5, isTurned: true } };
    expect(rendered(boot, "ZPL", tuned).text).toMatch(
      /^~SD07\n\^XA\^CI28\^MNY\^PW456\^LL256\^LH0,0\^PR14\^LT12\^POI\n/,
    );
    const plain = rendered(boot, "EPL").lines;
    const epl = rendered(boot, "EPL", tuned).lines;
    expect(epl.slice(0, 8)).toEqual([...plain.slice(0, 5), "D7", "S6", "ZB"]);
    const downBy = (lines: string[]) =>
      lines.flatMap((line) => /^[AB]\d+,(\d+)/.exec(line)?.[1] ?? []).map(Number);
    expect(downBy(epl)).toEqual(downBy(plain).map((y) => y + 12));
    const up = rendered(boot, "EPL", { ...defaultMedia, tuning: { topMm: -10, isTurned: false } }).lines;
    expect(Math.min(...downBy(up))).toBe(0);
    expect(up).toContain("ZT");
    expect(up.some((line) => /^[DS]\d/.test(line))).toBe(false);
  });

  test.each([8, 12] as const)(
    "a price is as large in EPL as in ZPL, or nearly (%d dots a mm)",
    (dotsPerMm) => {
      const media = { ...defaultMedia, dotsPerMm };
      for (const more of ["", " Chelsea Boot Tan", " Chelsea Boot Tan Leather Wide Fit"]) {
        const label = { ...boot, name: `Banksia Womens${more}` };
        const [, zpl] = /\^A0N,(\d+),\d+\S*\^FD\$/.exec(rendered(label, "ZPL", media).text) ?? [];
        const [, font, down] =
          /^A\d+,\d+,0,(\d),\d,(\d),N,"\$/m.exec(rendered(label, "EPL", media).text) ?? [];
        const epl = eplCell(dotsPerMm, Number(font)).height * Number(down);
        expect(epl / dotsPerMm).toBeGreaterThan(7);
        expect(epl).toBeGreaterThan(Number(zpl) * 0.8);
      }
    },
  );

  test.each(labelLanguages)("the price-only design shows the price and nothing else (%s)", (language) => {
    const name = `${boot.name} 日`;
    const { text, notices } = rendered({ ...boot, name, design: "RBK" }, language);
    expect(notices).toEqual([]);
    expect(text).toContain("$129.95");
    for (const other of [boot.name, boot.colour, boot.sizeRange]) expect(text).not.toContain(other);
    expect(text).not.toMatch(/\^B[EC]N|^B\d/m);
  });

  test.each([
    ["9300000101007", ">:9300000101007", "its check digit is wrong"],
    ["123456789012", ">;123456789012", "it is not an EAN-13"],
    ["12345678901234", ">;12345678901234", "it is not an EAN-13"],
    ["RK-12>3_", ">:RK-12>03_5F", "it is not an EAN-13"],
  ])("%s becomes Code 128, and the person is told", (barcode, data, reason) => {
    const notices = [`The barcode ${barcode} is printed as Code 128: ${reason}.`];
    const zpl = rendered({ ...boot, barcode }, "ZPL");
    expect(zpl.text).toContain(`Y,N,N^FH_^FD${data}^FS`);
    expect(zpl.notices).toEqual(notices);
    const epl = rendered({ ...boot, barcode }, "EPL");
    expect(epl.text).toMatch(/^B\d+,\d+,0,1,[23],[46],\d+,B,"/m);
    expect(epl.text).toContain(`,B,"${barcode}"`);
    expect(epl.notices).toEqual(notices);
  });

  test.each(labelLanguages)(
    "a barcode that does not fit is told and shown as a number, never clipped (%s)",
    (language) => {
      const barcode = "ABC-12345-LONG-CODE-9876";
      const { text, notices } = rendered({ ...boot, barcode }, language);
      expect(notices).toEqual([
        `The barcode ${barcode} needs 80 mm across: the label shows its number only.`,
      ]);
      expect(text).toContain(barcode);
      expect(text).not.toMatch(/\^BCN|^B\d/m);
      expect(rendered({ ...boot, barcode }, language, { ...defaultMedia, widthMm: 100 }).text).toMatch(
        /\^BCN|^B\d/m,
      );
    },
  );

  test.each(labelLanguages)(
    "no barcode, one in other letters, and a price without end are told (%s)",
    (language) => {
      expect(rendered({ ...boot, barcode: " " }, language).notices).toEqual([
        "No barcode: the label has name and price alone.",
      ]);
      expect(rendered({ ...boot, barcode: "９３０" }, language).notices).toEqual([
        "A barcode cannot hold every character of '９３０'.",
      ]);
      const price = `${"9".repeat(60)}.95`;
      const endless = rendered({ ...boot, price }, language);
      expect(endless.notices).toContain(
        `The price $${price.slice(0, 58)}… does not fit: the label is without it.`,
      );
      expect(endless.text).not.toContain("999");
    },
  );

  test.each(labelLanguages)(
    "a long name is cut by measure and told; a shorter one that fits is whole (%s)",
    (language) => {
      const name = trickyNames[4];
      const cut = rendered({ ...boot, name }, language);
      expect(cut.notices).toEqual([
        `The name is longer than the label and was cut: '${name.slice(0, 59)}…'.`,
      ]);
      expect(cut.text).toMatch(/\.\.\.("|\^FS)\n/);
      const whole = rendered({ ...boot, name: "Banksia Womens Chelsea Boot Tan" }, language);
      expect(whole.notices).toEqual([]);
    },
  );

  test("quotes and backslashes stay in an EPL text, carets and tildes in a ZPL text, as text", () => {
    expect(rendered({ ...boot, name: `5" \\ Wedge` }, "EPL").text).toContain(`N,"5\\" \\\\ Wedge"\n`);
    expect(rendered({ ...boot, name: "a^XZ~JA_5E" }, "ZPL").text).toContain("^FH_^FDa_5EXZ_7EJA_5F5E^FS");
    expect(rendered({ ...boot, name: "a\\&b" }, "ZPL").text).toMatch(/\^A0N,\d+,\d+\^FH_\^FDa_5C&b\^FS/);
  });

  test("the test label comes without a notice on every usual media", () => {
    const sizes = ["57 32", "60 40", "100 50", "100 150"].map((size) => size.split(" ").map(Number));
    for (const language of labelLanguages)
      for (const [widthMm = 0, heightMm = 0] of sizes)
        for (const dotsPerMm of [8, 12] as const) {
          const media = { ...defaultMedia, widthMm, heightMm, dotsPerMm };
          expect(rendered(testJob(media).label, language, media).notices).toEqual([]);
        }
  });
});

/** A text in characters that print, and what was replaced in it. */
const written = (raw: string) => {
  const replaced = new Map<string, string>();
  return { text: printable(raw, replaced), replaced };
};

describe("characters", () => {
  test("Windows-1252 is kept, others lose their accents, become what looks like them, or are left out", () => {
    expect(written("Café € „Größe“ – ½ ™ …").text).toBe("Café € „Größe“ – ½ ™ …");
    expect(written("e\u0301").text).toBe("é");
    const { text, replaced } = written("Kakushō Łódź 5\u2033 ﬁne ス");
    expect(text).toBe(`Kakusho Lódz 5" fine`);
    expect([...replaced]).toEqual([
      ["ō", "o"],
      ["Ł", "L"],
      ["ź", "z"],
      ["″", '"'],
      ["ﬁ", "fi"],
      ["ス", ""],
    ]);
  });

  test("what has no look-alike is left out, and the person is told [labels#characters]", () => {
    for (const language of labelLanguages) {
      const { text, notices } = rendered({ ...boot, name: "Boot 雪地靴", colour: "黑" }, language);
      expect(text).toContain("Boot");
      expect(text).not.toMatch(/[?雪]/);
      expect(notices).toEqual([
        "The printer does not have every character: '雪' is left out, '地' is left out, '靴' is left out, '黑' is left out.",
      ]);
    }
  });

  test("control characters and any space become one space, invisible characters go", () => {
    expect(written(" a\r\nb\tc\u0000d\u00a0e\u3000f\u200bg\u202eh\ufeff ")).toEqual({
      text: "a b c d e fgh",
      replaced: new Map(),
    });
  });

  test("a replaced character is told once, the first five by name", () => {
    const { notices } = rendered({ ...boot, name: "āēīōūāģķ", colour: "ā" }, "ZPL");
    expect(notices).toEqual([
      "The printer does not have every character: 'ā' by 'a', 'ē' by 'e', 'ī' by 'i', 'ō' by 'o', 'ū' by 'u' and 2 more.",
    ]);
  });
});

/** Texts that are commands in ZPL, EPL, SGD, CPCL or other languages a printer may be set to. */
const commands = [
  ...["^XA^JUF^XZ", "~JR", "^XA^JR^XZ", "~DYE:FW,B,NRD,1,1,00", "~JA", "^XA^KP1234^XZ", "^XA^ND2,P^XZ"],
  ...['\nN\nGK"*"\nP1\n', '"\nFK"*"\n', "\r\n^@\r\n", "\n*\n", "\nU\n"],
  ...['! U1 do "device.restore_defaults" "all"\r\n', '! U1 setvar "device.reset" ""'],
  ...["! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hello\r\nPRINT\r\n"],
  ...["\u001b%-12345X@PJL FSDELETE", "\u0010\u0004\u0001", "%!PS\nquit"],
];
const textFields = ["name", "colour", "sizeRange", "barcode", "price", "was"] as const;

/**
 * The header of a file of each language, and the allowed lines after it, in which no text is a
 * command of any language.
 */
const grammars = {
  ZPL: {
    start: /^\^XA\^CI28\^MN[NY]\^PW\d+\^LL\d+\^LH0,0\n/,
    line: /^\^FO\d+,\d+(\^GB\d+,\d+,\d+|(\^A0N,\d+,\d+(\^FB\d+,1,0,[LCR])?\^FH_|\^BY[2-7]\^BEN,\d+,Y,N|\^BY[2-7]\^BCN,\d+,Y,N,N\^FH_)\^FD[^^~!\p{Cc}]*)\^FS$/u,
    end: (copies: number) => `^PQ${copies},0,1,Y^XZ\n`,
  },
  EPL: {
    start: /^\nN\nI8,A,001\nq\d+\nQ\d+,\d+\n/,
    line: /^(LO\d+,\d+,\d+,\d+|(A\d+,\d+,0,[1-4],[1-6],[1-7],N|B\d+,\d+,0,(E30,[2-4],[468]|1,[2-7],([468]|1[024])),\d+,B),"((?!! )[^"\\^~\p{Cc}]|\\["\\])*")$/u,
    end: (copies: number) => `P${copies}\n`,
  },
} as const;

describe("a text on a label is never a command, in whichever language the printer reads [labels#signed]", () => {
  function expectClean(label: Label, language: LabelLanguage, media: Media = defaultMedia) {
    const { start, line, end } = grammars[language];
    const { text } = rendered(label, language, media);
    expect(text).toMatch(start);
    expect(text.slice(-end(label.copies).length)).toBe(end(label.copies));
    const lines = text.replace(start, "").slice(0, -end(label.copies).length).split("\n");
    for (const one of lines.filter(Boolean)) expect(one).toMatch(line);
  }

  test.each(labelLanguages)("any text in %s", (language) => {
    for (const field of textFields)
      for (const command of commands) expectClean({ ...boot, was: "199.95", [field]: command }, language);
    fc.assert(
      fc.property(anyLabel, anyMedia, (label, media) => expectClean(label, language, media)),
      { numRuns: cases(400) },
    );
  });

  test("EPL's bars refuse what they can't hold safely, in words", () => {
    const label = { ...boot, barcode: "A^JUF" };
    const { text, notices } = rendered(label, "EPL");
    expect(notices).toEqual(["A barcode cannot hold every character of 'A^JUF'."]);
    expect(text).not.toMatch(/^B\d/m);
    expect(rendered(label, "ZPL").text).toContain("^FD>:A_5EJUF^FS");
  });
});

describe("bars are the widest that leave the texts good to read, in whole dots", () => {
  const sizeOf = (label: Label, language: LabelLanguage, [widthMm, heightMm, dotsPerMm]: Size) =>
    renderLabel(label, { language, media: { widthMm, heightMm, gapMm: 3, dotsPerMm } }).size;
  type Size = readonly [widthMm: number, heightMm: number, dotsPerMm: 8 | 12];

  test.each([
    ["ZPL", [30, 20, 8], "EAN-13 at 75 %, narrowest bar 0.25 mm: the least that GS1 allows"],
    ["ZPL", [40, 25, 12], "EAN-13 at 101 %, narrowest bar 0.333 mm"],
    ["ZPL", [57, 32, 8], "EAN-13 at 113 %, narrowest bar 0.375 mm"],
    ["ZPL", [100, 50, 8], "EAN-13 at 189 %, narrowest bar 0.625 mm"],
    // An EPL printer draws an EAN-13 bar of 4 dots at most.
    ["EPL", [100, 50, 12], "EAN-13 at 101 %, narrowest bar 0.333 mm"],
  ] as const)("in %s on %j: %s", (language, size, words) => {
    expect(sizeOf(boot, language, size)).toBe(words);
  });

  test.each(labelLanguages)(
    "other codes have no percentage, price labels no size at all (%s)",
    (language) => {
      const code = { ...boot, barcode: "123456789012" };
      expect(sizeOf(code, language, [57, 32, 8])).toMatch(/^Code 128, narrowest bar 0\.\d+ mm$/);
      expect(sizeOf({ ...boot, design: "RBK" }, language, [57, 32, 8])).toBeUndefined();
    },
  );
});
