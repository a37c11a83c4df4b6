import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runSync } from "./chunked.ts";
import { fixture, seed } from "./fixtures/fixture.ts";
import { readEdifact } from "./read.ts";
import { rewrite } from "./rewrite.ts";
import { type OutgoingInterchange, writeInterchange } from "./write.ts";

/** Files whose line breaks inside segments are no data: written again, they are without them. */
const wrapped = ["broken-lines"];

const names = readdirSync(join(import.meta.dirname, "fixtures"))
  .filter((name) => name.endsWith(".edi"))
  .map((name) => name.replace(".edi", ""))
  .filter((name) => !wrapped.includes(name));

test.each(names)("%s is written again byte for byte", (name) => {
  const bytes = fixture(name);
  expect(Buffer.from(rewrite(runSync(readEdifact(bytes))).bytes)).toEqual(Buffer.from(bytes));
});

const signs = "!#$%&*()-/;<=>@[]^_{|}~+':?".split("");
const separators = fc
  .uniqueArray(fc.constantFrom(...signs), { minLength: 5, maxLength: 5 })
  .map(([component = ":", element = "+", release = "?", repetition = "*", terminator = "'"]) => ({
    component,
    element,
    decimal: ".",
    release,
    repetition,
    terminator,
  }));

/** What each character set can hold besides ASCII. */
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

const interchange = fc
  .tuple(fc.constantFrom(...Object.keys(letters)), fc.constantFrom("2", "3", "4"))
  .chain(([syntaxIdentifier, syntaxVersion]) => {
    const units = [...`AZaz09 .,:+?'*~|${letters[syntaxIdentifier] ?? ""}`];
    const value = fc.string({ unit: fc.constantFrom(...units), maxLength: 10 });
    const word = fc.string({ unit: fc.constantFrom(..."AZ09"), minLength: 1, maxLength: 8 });
    const composite = fc.array(value, { minLength: 1, maxLength: 4 });
    const segment = fc.record({
      tag: fc.constantFrom("BGM", "LIN", "FTX", "QTY", "XYZ", "A1B"),
      elements: fc.array(composite, { maxLength: 5 }),
      ...(syntaxVersion === "4"
        ? {
            repeats: fc.record({
              0: fc.array(
                composite.filter(([first]) => first !== ""),
                { maxLength: 2 },
              ),
            }),
          }
        : {}),
    });
    const partner = fc.record({
      identification: word,
      qualifier: fc.constantFrom("", "14", "ZZ"),
      routing: word,
    });
    const message = fc.record({
      reference: word,
      type: fc.constantFrom("ORDERS", "DESADV", "ABCDEF"),
      version: fc.constant("D"),
      release: fc.constant("01B"),
      agency: fc.constant("UN"),
      association: fc.constantFrom("", "EAN010"),
      commonAccessReference: fc.constantFrom("", "CASE 1"),
      segments: fc.array(segment, { maxLength: 6 }),
    });
    const messages = fc.array(message, { minLength: 1, maxLength: 3 });
    const preparedAt = fc.constantFrom("2026-11-20T10:42", "1999-12-31T23:59");
    const group = fc.record({
      reference: word,
      type: fc.constant("ORDERS"),
      sender: partner,
      recipient: partner,
      preparedAt,
      agency: fc.constant("UN"),
      version: fc.constant("D"),
      release: fc.constant("01B"),
      association: fc.constantFrom("", "EAN010"),
      password: fc.constantFrom("", "SECRET"),
      messages,
    });
    const envelope = fc.record({
      syntaxIdentifier: fc.constant(syntaxIdentifier),
      syntaxVersion: fc.constant(syntaxVersion),
      sender: partner,
      recipient: partner,
      preparedAt,
      controlReference: word,
      password: fc.constantFrom("", "PW"),
      passwordQualifier: fc.constantFrom("", "AA"),
      applicationReference: fc.constantFrom("", "ORDERS"),
      priority: fc.constantFrom("", "A"),
      agreement: fc.constantFrom("", "EANCOM"),
      acknowledgementRequested: fc.boolean(),
      test: fc.boolean(),
    });
    return fc
      .tuple(envelope, messages, fc.array(group, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(
        ([header, own, groups, isGrouped]): OutgoingInterchange =>
          isGrouped ? { ...header, messages: [], groups } : { ...header, messages: own },
      );
  });

test("any interchange that can be written is read, and written again byte for byte", () => {
  fc.assert(
    fc.property(
      interchange,
      separators,
      fc.record({
        lineBreaks: fc.boolean(),
        keepEmpty: fc.boolean(),
        longDates: fc.boolean(),
        withoutAdvice: fc.boolean(),
        isUsual: fc.boolean(),
      }),
      (outgoing, chosen, { isUsual, ...options }) => {
        const { bytes, findings } = writeInterchange(outgoing, {
          ...options,
          ...(isUsual ? {} : { separators: chosen }),
        });
        expect(findings).toEqual([]);
        const reading = runSync(readEdifact(bytes));
        expect(Buffer.from(rewrite(reading).bytes)).toEqual(Buffer.from(bytes));
        const [read] = reading.interchanges;
        expect(read).toMatchObject({
          password: outgoing.password,
          priority: outgoing.priority,
          preparedAt: outgoing.preparedAt,
          groups: (outgoing.groups ?? []).map(({ reference, type }) => ({ reference, type })),
        });
        const written = [
          ...outgoing.messages,
          ...(outgoing.groups ?? []).flatMap(({ messages }) => messages),
        ];
        expect(read?.messages.map(({ commonAccessReference }) => commonAccessReference)).toEqual(
          written.map(({ commonAccessReference }) => commonAccessReference),
        );
      },
    ),
    { numRuns: 400, seed },
  );
});
