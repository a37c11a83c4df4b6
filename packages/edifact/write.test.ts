import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../tests/support/models.ts";
import { runSync } from "./chunked.ts";
import { onlyInterchange, readFixture, seed } from "./fixtures/fixture.ts";
import { readEdifact } from "./read.ts";
import type { Segment } from "./segment.ts";
import { type OutgoingInterchange, type OutgoingSegment, writeAll, writeInterchange } from "./write.ts";

const partner = (identification: string) => ({ identification, qualifier: "ZZ" });

const envelope = {
  syntaxIdentifier: "UNOC",
  syntaxVersion: "3",
  sender: partner("UTOPIA"),
  recipient: partner("MERIDIAN"),
  preparedAt: "2026-11-20T10:42",
  controlReference: "1",
};

const message = (segments: readonly OutgoingSegment[]) => ({
  ...{ reference: "1", type: "ORDERS", version: "D", release: "01B", agency: "UN", association: "EAN010" },
  segments,
});

const trimmed = (values: readonly string[]) => {
  const last = values.findLastIndex((value) => value !== "");
  return values.slice(0, last + 1);
};

/** Without trailing empty values, which writing drops. */
const plain = ({ tag, elements, repeats }: Segment | OutgoingSegment) => {
  const all = elements.map((element, index) => [
    trimmed(typeof element === "string" ? [element] : element),
    ...(repeats?.[index] ?? []).map((one) => trimmed(typeof one === "string" ? [one] : one)),
  ]);
  const last = all.findLastIndex((element) => element.length > 1 || element.some((one) => one.length > 0));
  return { tag, elements: all.slice(0, last + 1) };
};

const signs = fc.constantFrom(..."!#$%&*()-/:;<=>?@[]^_{|}~+'".split(""));
const separators = fc
  .uniqueArray(signs, { minLength: 5, maxLength: 5 })
  .map(([component = ":", element = "+", release = "?", repetition = "*", terminator = "'"]) => ({
    component,
    element,
    decimal: ".",
    release,
    repetition,
    terminator,
  }));
/** Characters of each set beyond ASCII. */
const letters: Record<string, string> = {
  UNOB: "",
  UNOC: "éÆß¿",
  UNOD: "ŁódźŽ",
  UNOE: "ЖЯюя",
  UNOF: "Ωψλ",
  UNOK: "ğİş",
  UNOL: "€Œœ",
  UNOY: "é€靴\u{1F45F}",
};

const orNothing = (...words: string[]) => fc.constantFrom("", ...words);
const standard = { version: "D", release: "01B", agency: "UN" };

const anyInterchange = fc
  .tuple(fc.constantFrom(...Object.keys(letters)), fc.constantFrom("2", "3", "4"))
  .chain(([syntaxIdentifier, syntaxVersion]) => {
    const units = [...`AZaz09 .,:+?'*~|${letters[syntaxIdentifier] ?? ""}`];
    const value = fc.string({ unit: fc.constantFrom(...units), maxLength: 10 });
    const word = fc.string({ unit: fc.constantFrom(..."AZ09"), minLength: 1, maxLength: 8 });
    const composite = fc.array(value, { minLength: 1, maxLength: 4 });
    const repeated = composite.filter((one) => one.some((text) => text !== ""));
    const segment = fc.record({
      tag: fc.constantFrom("BGM", "LIN", "FTX", "QTY", "XYZ", "A1B"),
      elements: fc.array(composite, { maxLength: 5 }),
      ...(syntaxVersion === "4" && { repeats: fc.record({ 0: fc.array(repeated, { maxLength: 2 }) }) }),
    });
    const partner = fc.record({ identification: word, qualifier: orNothing("14", "ZZ"), routing: word });
    const message = fc.record({
      reference: word,
      type: fc.constantFrom("ORDERS", "DESADV", "ABCDEF"),
      association: orNothing("EAN010"),
      segments: fc.array(segment, { maxLength: 6 }),
    });
    const messages = fc
      .array(message, { minLength: 1, maxLength: 3 })
      .map((all) => all.map((one) => ({ ...standard, ...one })));
    const sides = {
      sender: partner,
      recipient: partner,
      preparedAt: fc.constantFrom("2026-11-20T10:42", "1999-12-31T23:59"),
    };
    const envelope = fc.record({
      ...sides,
      controlReference: word,
      acknowledgementRequested: fc.boolean(),
      test: fc.boolean(),
    });
    return fc.tuple(envelope, messages).map(
      ([header, own]): OutgoingInterchange => ({
        syntaxIdentifier,
        syntaxVersion,
        ...header,
        messages: own,
      }),
    );
  });

const anyOptions = fc.record({
  keepEmpty: fc.boolean(),
  withoutAdvice: fc.boolean(),
});

test("an interchange is read as it was written, whatever its character set, separators and data", () => {
  fc.assert(
    fc.property(
      anyInterchange,
      anyOptions,
      fc.option(separators, { nil: undefined }),
      (outgoing, options, chosen) => {
        const written = writeInterchange(outgoing, { ...options, ...(chosen && { separators: chosen }) });
        expect(written.findings).toEqual([]);
        const reading = runSync(readEdifact(written.bytes));
        expect(reading.decoded.text).toBe(written.text);
        const { messages, ...header } = onlyInterchange(reading);
        const { messages: all, ...outgoingHeader } = outgoing;
        expect(header).toMatchObject(outgoingHeader);
        expect(messages.map(({ segments }) => segments.slice(1, -1).map(plain))).toEqual(
          all.map(({ segments }) => segments.map(plain)),
        );
        const wrong = [
          ...["count-mismatch", "reference-mismatch", "separators-disagree", "una-malformed"],
          ...["segment-not-ended", "last-terminator-missing", "charset-label-wrong", "charset-invalid-bytes"],
        ];
        expect(reading.findings.filter(({ code }) => wrong.includes(code))).toEqual([]);
      },
    ),
    { numRuns: cases(400), seed },
  );
});

test.each(["orders", "ordrsp", "ordchg", "invrpt", "desadv", "contrl"])(
  "%s is written as it was read",
  (name) => {
    const { decoded, interchanges } = readFixture(name);
    const written = interchanges.map((interchange) => {
      const messages = interchange.messages.map((one) => ({ ...one, segments: one.segments.slice(1, -1) }));
      const preparedAt = interchange.preparedAt ?? "";
      return writeInterchange({ ...interchange, preparedAt, messages }).text;
    });
    // Level A has no commercial at.
    expect(written.join("")).toBe(decoded.text.replace(/\n/g, "").replace("@", "-"));
  },
);

const write = (segments: readonly OutgoingSegment[], changes: Partial<OutgoingInterchange> = {}) =>
  writeInterchange({ ...envelope, ...changes, messages: [message(segments)] });

test("a name that the character set lacks is written as near as it can be", () => {
  const { text, findings } = write([{ tag: "NAD", elements: ["BY", "", "", "Łódź\nZoë €"] }]);
  expect(text).toContain("NAD+BY+++-ódz Zoë -'");
  expect(findings.map(({ code, position }) => `${code} ${position.segment} ${position.element}`)).toEqual(
    Array.from({ length: 4 }, () => "character-replaced 4 4"),
  );
  expect(write([{ tag: "NAD", elements: ["Zoë"] }], { syntaxIdentifier: "UNOA" }).text).toContain("NAD+ZOE'");
});

test("bytes are those of the character set", () => {
  expect([...write([{ tag: "FTX", elements: ["é"] }]).bytes]).toContain(0xe9);
  expect([...write([{ tag: "FTX", elements: ["Ж"] }], { syntaxIdentifier: "UNOE" }).bytes]).toContain(0xb6);
});

test("unwritable values are omitted or replaced, and reported", () => {
  const codes = (written: ReturnType<typeof writeInterchange>) => written.findings.map(({ code }) => code);
  const unusable = ["UNZ", "li"].map((tag) => ({ tag, elements: [] }));
  expect(codes(write(unusable))).toEqual(["tag-unusable", "tag-unusable"]);
  const repeating = { tag: "FTX", elements: ["A"], repeats: { 0: ["B"] } };
  expect(codes(write([repeating]))).toEqual(["repetition-unusable"]);
  const bare = { component: ":", element: "+", decimal: ".", terminator: "'" };
  const twice = { separators: { ...bare, component: "+" } };
  expect(codes(writeInterchange({ ...envelope, messages: [] }, twice))).toEqual(["separators-unusable"]);
  const messages = [message([{ tag: "FTX", elements: ["A+B?"] }])];
  const written = writeInterchange({ ...envelope, messages }, { separators: bare });
  expect(written.text).toContain("FTX+A B?'");
  expect(codes(written)).toEqual(["character-replaced"]);
});

test("a long message written in chunks equals one written at once", () => {
  const segments = Array.from({ length: 1_000 }, (_, index) => ({ tag: "FTX", elements: [String(index)] }));
  const outgoing = { ...envelope, messages: [message(segments)] };
  const work = writeAll(outgoing);
  let pauses = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(9);
  expect(step.value).toEqual(writeInterchange(outgoing));
});
