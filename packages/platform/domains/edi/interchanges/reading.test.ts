import { expect, test } from "vitest";
import { runSync } from "#edifact/index.ts";
import { readings } from "./inbound.ts";
import { readAll } from "./reading.ts";

const message = "BGM+220+7001+9'DTM+137:20261120:102'UNS+S'CNT+2:0'";
/** A functional group with one message, whose trailer counts `count`. */
const group = (name: string, count: number) =>
  `UNG+ORDERS+A+B+261120:1042+${name}+UN+D:01B'UNH+1+ORDERS:D:01B:UN:EAN010'${message}UNT+6+1'UNE+${count}+${name}'`;
const interchange = (reference: string, ...groups: string[]) =>
  `UNB+UNOC:3+A:14+B:14+261120:1042+${reference}++++1'${groups.join("")}UNZ+${groups.length}+${reference}'`;

const read = (text: string) => runSync(readAll(new TextEncoder().encode(text)));

test("a wrong group refuses its own messages only, as the CONTRL says [edi#groups]", async () => {
  const text = interchange("7", group("G1", 1), group("G2", 7));
  const [found] = read(text);
  expect(found?.isRefused).toBe(false);
  expect(found?.messages.map(({ error }) => error?.syntaxError)).toEqual([undefined, "29"]);
  const [inbound] = await readings.steps({ content: new TextEncoder().encode(text) });
  const segments = inbound?.answers.usual?.messages[0]?.segments ?? [];
  expect(segments.map(({ tag, elements }) => [tag, elements[3]])).toEqual([
    ["UCI", "7"],
    ["UCF", "4"],
  ]);
});

test.each([
  ["type", "UNG+INVOIC+A+B+"],
  ["sender and recipient", "UNG+ORDERS+C+D+"],
])(
  "a group of another %s than its message is accepted, and its message processed [edi#groups]",
  async (_, header) => {
    const content = new TextEncoder().encode(
      interchange("7", group("G1", 1)).replace("UNG+ORDERS+A+B+", header),
    );
    const [inbound] = await readings.steps({ content });
    expect(inbound).toMatchObject({ isRefused: false, refusedGroups: [] });
    expect(inbound?.messages).toMatchObject([{ type: "ORDERS", error: undefined }]);
    const segments = inbound?.answers.usual?.messages[0]?.segments ?? [];
    expect(segments.map(({ tag, elements }) => [tag, elements[3]])).toEqual([["UCI", "7"]]);
  },
);

test("a wrong group without a message is named, too", () => {
  const empty = "UNG+ORDERS+A+B+261120:1042+G2+UN+D:01B'UNE+2+G2'";
  const [found] = read(interchange("7", group("G1", 1), empty));
  expect(found?.refusedGroups.map(({ group }) => group.reference)).toEqual(["G2"]);
});

test("each interchange of a file is answered for its own errors", async () => {
  const text = `${interchange("7", group("G1", 1))}${interchange("8", group("G1", 1)).replace("UNZ+1", "UNZ+5")}`;
  const both = await readings.both({ content: new TextEncoder().encode(text) });
  const actions = both.map(({ steps }) => steps.answers.usual?.messages[0]?.segments[0]?.elements[3]);
  expect(actions).toEqual(["7", "4"]);
  expect(both.map(({ steps }) => steps.isRefused)).toEqual([false, true]);
});

test("messages are counted by type, whatever it is called, and packages are listed, also of a text too long to be stored", async () => {
  const odd = "UNH+1+constructor:D:01B:UN'BGM+351+1+9'UNT+3+1'";
  const packages = "CPS+1'PAC+1++CT'GIN+BJ+100000000000000017+100000000000000024:100000000000000031'";
  for (const filler of ["", `FTX+AAI+++${"X".repeat(300_000)}'`]) {
    const advice = `UNH+2+DESADV:D:01B:UN:EAN007'BGM+351+2+9'${filler}${packages}UNT+${filler ? 7 : 6}+2'`;
    const text = `UNB+UNOC:3+A:14+B:14+261120:1042+7'${odd}${advice}UNZ+2+7'`;
    const [facts] = await readings.facts({ content: new TextEncoder().encode(text) });
    expect(facts?.row.messageCounts).toEqual({ constructor: 1, DESADV: 1 });
    expect(facts?.content.isReduced).toBe(filler !== "");
    expect(facts?.row.packageNumbers.split("\n")).toEqual([
      "100000000000000017",
      "100000000000000024",
      "100000000000000031",
    ]);
  }
});
