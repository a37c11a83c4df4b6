import fc from "fast-check";
import { expect, test } from "vitest";
import { schedules } from "#tests/support/models.ts";
import { entryKinds, readBarcode, readPrice, readQuantity } from "../entry.ts";
import { afterKey, type KeyPress, noKeys, type Target } from "./scanKeys.ts";

const fields = {
  barcode: { target: "barcode", allows: /^/ },
  quantity: { target: "text", allows: entryKinds.quantity.allows },
  price: { target: "text", allows: entryKinds.price.allows },
  filter: { target: "text", allows: /^/ },
  printer: { target: "choice", allows: /^$/ },
  link: { target: "page", allows: /^$/ },
} as const satisfies Record<string, { target: Target; allows: RegExp }>;
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];

/** A page as a browser has it: what `afterKey` leaves alone goes into the field that has the focus. */
function openPage(texts: Partial<Record<Name, string>>, focus: Name) {
  let keyState = noKeys;
  let at = 0;
  const page = {
    texts: { ...Object.fromEntries(names.map((name) => [name, ""])), ...texts } as Record<Name, string>,
    focus,
    taken: [] as string[],
    /** Links and buttons that were pressed. */
    pressed: [] as string[],
    press(key: string, gap: number, more: Partial<KeyPress> = {}) {
      at += gap;
      const name = page.focus;
      const { target, allows } = fields[name];
      const text = page.texts[name];
      const { state, step } = afterKey(keyState, { key, at, target, field: name, text, ...more });
      keyState = state;
      if (step.is === "moved") {
        page.texts[name] = name === "barcode" ? text : step.restore;
        page.texts.barcode += step.keys;
        page.focus = "barcode";
      } else if (step.is === "taken") {
        page.taken.push(page.texts.barcode + step.keys);
        page.texts.barcode = "";
        page.focus = "barcode";
      } else if (step.is === "native") {
        if (key === "Enter" && name === "barcode" && text !== "") {
          page.taken.push(text);
          page.texts.barcode = "";
        } else if (key === "Enter" || (key === " " && target === "page")) page.pressed.push(name);
        else if (key === "Tab") page.focus = "link";
        else if (key.length === 1 && !more.isCommand && allows.test(text + key)) page.texts[name] += key;
      }
    },
    type(keys: string, gap: () => number) {
      for (const key of keys) page.press(key, gap());
    },
  };
  return page;
}

const endings = {
  Enter: ["Enter"],
  Tab: ["Tab"],
  "CR LF as two Enters": ["Enter", "Enter"],
  "CR LF as Enter and Ctrl+J": ["Enter", "^j"],
  "CR LF as Ctrl+M and Ctrl+J": ["^m", "^j"],
  "Enter and Tab": ["Enter", "Tab"],
  nothing: [],
} as const;
type Ending = keyof typeof endings;

/** Gaps of a scanner in ms: quick, as over Bluetooth, busy, slow and even, slow and uneven. */
const paces = {
  quick: [1, 8],
  bluetooth: [20, 60],
  busy: [5, 140],
  slow: [200, 200],
  uneven: [60, 320],
} as const;
type Pace = keyof typeof paces;

const codes = ["9301000041019", "09301000021004", "301000141009", "96385074", "00000017", "93000001010064"];
/** A store's own numbers: at a person's pace they may be a price. */
const shortCodes = ["1234", "1234567"];
const prefixes = ["", "", "]C1", "]E0", "AB", "x"];
const before: Partial<Record<Name, string>>[] = [
  {},
  { quantity: "2", price: "59.95", filter: "Boot", printer: "Dock" },
];

const runOf = (of: { codes?: string[]; paces?: Pace[]; endings?: Ending[]; names?: Name[] }) =>
  fc.record({
    scans: fc.array(
      fc.record({ prefix: fc.constantFrom(...prefixes), code: fc.constantFrom(...(of.codes ?? codes)) }),
      { minLength: 1, maxLength: 4 },
    ),
    field: fc.constantFrom(...(of.names ?? names)),
    texts: fc.constantFrom(...before),
    pace: fc.constantFrom(...(of.paces ?? (Object.keys(paces) as Pace[]))),
    ending: fc.constantFrom(...(of.endings ?? (Object.keys(endings) as Ending[]))),
    gaps: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
  });
type Run = ReturnType<typeof runOf> extends fc.Arbitrary<infer R> ? R : never;

/** Scans in a page, each some seconds after the one before. */
function scanned({ scans, field, texts, pace, ending, gaps }: Run) {
  const page = openPage(texts, field);
  const [shortest, longest] = paces[pace];
  const gap = () => shortest + (longest - shortest) * (gaps.next().value ?? 0);
  for (const { prefix, code } of scans) {
    page.press("Shift", 3_000);
    page.type(prefix + code, gap);
    for (const key of endings[ending])
      page.press(key.replace("^", ""), gap(), { isCommand: key.startsWith("^") });
  }
  return page;
}

test("a scan is never a quantity or a price, and never cut, whatever the field, the ending, the pace and the prefix [labels#scan-keys]", () => {
  fc.assert(
    fc.property(runOf({}), (input) => {
      const { texts: had, scans } = {
        ...input,
        texts: { quantity: "", price: "", filter: "", ...input.texts },
      };
      const { texts, taken } = scanned(input);
      const whole = scans.map(({ prefix, code }) => prefix + code);
      // Each is taken whole, or together with its neighbours, which is refused in words.
      for (const code of taken)
        expect(whole.includes(code) || readBarcode(code).problem !== undefined, code).toBe(true);
      if (texts.quantity !== had.quantity)
        expect(readQuantity(texts.quantity).problem, texts.quantity).toBeDefined();
      if (texts.price !== had.price) expect(readPrice(texts.price).problem, texts.price).toBeDefined();
      // No digit is lost: all are in one field, or in what was taken.
      const digits = (text: string) => text.replace(/\D/g, "");
      const left = [texts.barcode, texts.quantity, texts.price, texts.filter].map(digits).join("");
      const all = taken.map(digits).join("") + left;
      const old = digits(`${had.quantity}${had.price}`);
      expect(all.length).toBe(digits(whole.join("")).length + old.length);
    }),
    schedules(1_000),
  );
});

test("a scan at a scanner's pace is taken by itself, wherever the cursor was, and the field has its text again [labels#scan-keys]", () => {
  const endingKeys = (Object.keys(endings) as Ending[]).filter((ending) => ending !== "nothing");
  const quick = runOf({ codes: [...codes, ...shortCodes], paces: ["quick"], endings: endingKeys });
  fc.assert(
    fc.property(quick, (input) => {
      const { texts, taken, pressed, focus } = scanned(input);
      expect(taken).toEqual(input.scans.map(({ prefix, code }) => prefix + code));
      expect(texts).toEqual({ ...openPage(input.texts, "link").texts });
      expect(pressed.filter((name) => name !== "barcode")).toEqual([]);
      expect(focus).toBe("barcode");
    }),
    schedules(500),
  );
});

test("with Enter a slow scan is taken too where no field for texts has the focus, and with Tab in the barcode field [labels#scan-keys]", () => {
  const slow = runOf({ endings: ["Enter", "Tab"], names: ["barcode", "link", "printer"] });
  fc.assert(
    fc.property(slow, (input) => {
      const { texts, taken } = scanned(input);
      expect(taken).toEqual(input.scans.map(({ prefix, code }) => prefix + code));
      expect(texts.printer).toBe(input.texts.printer ?? "");
    }),
    schedules(500),
  );
});

test("a scan that nothing ends waits in the barcode field, whole", () => {
  for (const field of names) {
    const page = openPage({ quantity: "2" }, field);
    page.type("]C1301000141009", () => 5);
    expect(page.texts.barcode, field).toBe("]C1301000141009");
    expect([page.texts.quantity, page.taken], field).toEqual(["2", []]);
  }
});

test("what a person typed before stays: a scan is only what came at the scanner's pace", () => {
  const page = openPage({}, "quantity");
  page.type("12", () => 180);
  page.press("9", 400);
  page.type("301000041019", () => 8);
  page.press("Tab", 8);
  expect([page.texts.quantity, page.taken]).toEqual(["12", ["9301000041019"]]);
});

test("a number that a person types stays where it is typed", () => {
  const typed = fc.record({
    field: fc.constantFrom("quantity", "price"),
    text: fc.oneof(fc.integer({ min: 0, max: 999 }).map(String), fc.stringMatching(/^\d{1,3}\.\d\d$/)),
    gaps: fc.infiniteStream(fc.integer({ min: 40, max: 900 })),
    ending: fc.constantFrom("Enter", "Tab"),
  } as const);
  fc.assert(
    fc.property(typed, ({ field, text, gaps, ending }) => {
      const page = openPage({}, field);
      page.type(text, () => gaps.next().value ?? 0);
      expect(page.texts[field]).toBe(field === "price" ? text : text.replace(".", ""));
      page.press(ending, 200);
      expect([page.taken, page.texts.barcode]).toEqual([[], ""]);
    }),
    schedules(500),
  );
});

test("keys that scan nothing do what they always do", () => {
  const page = openPage({ barcode: "93" }, "barcode");
  page.press("Tab", 2_000);
  expect([page.focus, page.texts.barcode, page.taken]).toEqual(["link", "93", []]);
  page.press("Enter", 500);
  page.press(" ", 500);
  expect(page.pressed).toEqual(["link", "link"]);
  const held = openPage({}, "quantity");
  held.press("1", 500);
  for (let times = 0; times < 9; times += 1) held.press("1", 30, { isRepeat: true });
  expect(held.texts.quantity, "a key that is held down").toBe("1111111111");
});
