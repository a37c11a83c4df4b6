import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyLabel, anyMedia, bootLabel } from "#tests/support/labels.ts";
import { defaultMedia, type Label, type LabelLanguage } from "../label.ts";
import { renderLabel } from "./render.ts";

const foreign = {
  ZPL: ["^XA^JUF^XZ", "~JR", "^XA^JR^XZ", "~DYE:FW,B,NRD,1,1,00", "~JA", "^XA^KP1234^XZ", "^XA^ND2,P^XZ"],
  EPL: ['\nN\nGK"*"\nP1\n', '"\nFK"*"\n', "\r\n^@\r\n", "\n*\n", "\nU\n"],
  SGD: ['! U1 do "device.restore_defaults" "all"\r\n', '! U1 setvar "device.reset" ""'],
  CPCL: ["! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hello\r\nPRINT\r\n"],
  others: ["\u001b%-12345X@PJL FSDELETE", "\u0010\u0004\u0001", "%!PS\nquit"],
} as const;
const commands = Object.entries(foreign).flatMap(([language, all]) =>
  all.map((one) => [language, one] as const),
);

const textFields = ["name", "colour", "sizeRange", "barcode", "price", "was"] as const;

const bytesOf = (label: Label, language: LabelLanguage, media = defaultMedia) =>
  Buffer.from(renderLabel(label, { language, media }).bytes).toString("latin1");

/** Whether every line is one that the language's own writer begins, and holds no sign of another language. */
const isClean = {
  EPL: (text: string) =>
    /^[\n\x20-\xff]*$/.test(text) &&
    !/[\^~\x7f]|! /.test(text) &&
    text
      .split("\n")
      .every((line) =>
        /^(|N|I8,A,001|q\d+|Q\d+,\d+|(A|B)\d+,\d+,0,[^"]*"([^"\\]|\\["\\])*"|LO[\d,]+|P\d+)$/.test(line),
      ),
  ZPL: (text: string) =>
    /^[\n\x20-\xff]*$/.test(text) &&
    !text.includes("!") &&
    // What is left of a line without our own commands is a field's data.
    text
      .split("\n")
      .every(
        (line) =>
          /^(|\^[^~]*)$/.test(line) &&
          !/[\^~]/.test(
            line.replace(
              /\^(XA|XZ|CI28|MN[NY]|PW\d+|LL\d+|LH0,0|PQ\d+,0,1,Y|FO\d+,\d+|A0N,\d+,\d+|FB\d+,1,0,[LCR]|FH_|FD|FS|BY\d+|B[EC]N,\d+,[YN,]+|GB\d+,\d+,\d+)/g,
              "",
            ),
          ),
      ),
};

describe("a text on a label is never a command, in whichever language the printer reads [labels#signed]", () => {
  test.each(commands)("%s: %j", (_language, command) => {
    for (const field of textFields)
      for (const language of ["ZPL", "EPL"] as const) {
        const text = bytesOf({ ...bootLabel, was: "199.95", [field]: command }, language);
        expect(isClean[language](text), `${language} ${field}: ${text}`).toBe(true);
      }
  });

  test("any text", () => {
    fc.assert(
      fc.property(anyLabel, anyMedia, fc.constantFrom("ZPL", "EPL"), (label, media, language) =>
        isClean[language](bytesOf(label, language, media)),
      ),
      { numRuns: 300 },
    );
  });

  test("EPL's bars refuse what they can't hold safely, in words", () => {
    const label = { ...bootLabel, barcode: "A^JUF" };
    const { notices } = renderLabel(label, { language: "EPL", media: defaultMedia });
    expect(notices).toEqual(["A barcode cannot hold every character of 'A^JUF'."]);
    expect(bytesOf(label, "EPL")).not.toMatch(/^B\d/m);
    expect(bytesOf(label, "ZPL")).toContain("^FD>:A_5EJUF^FS");
  });
});
