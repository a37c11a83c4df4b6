import { expect, test } from "vitest";
import { formTypeOf } from "./formType.ts";
import { formOf } from "./read.ts";

const posted = (type: string, body: string) =>
  formOf(new Request("https://portal.example/", { method: "POST", headers: { "Content-Type": type }, body }));
const urlencoded = "application/x-www-form-urlencoded";
const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const inParts = `multipart/form-data; boundary=${boundary}`;
const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;

test.each([
  ["fields", urlencoded, "a&".repeat(10_000)],
  ["fields of a type that names a boundary", `${urlencoded}; boundary=x`, "a&".repeat(10_000)],
  ["parts", inParts, `${part("a").repeat(10_000)}--${boundary}--\r\n`],
  [
    "parts of a quoted boundary",
    `multipart/form-data; boundary="${boundary}"`,
    `${part("a").repeat(10_000)}--${boundary}--\r\n`,
  ],
  [
    "parts of a boundary with an escape",
    `multipart/form-data; boundary="\\${boundary}"`,
    `${part("a").repeat(10_000)}--${boundary}--\r\n`,
  ],
  ["a name of what every object inherits", urlencoded, "__proto__.x=1"],
  ["such a name within another", urlencoded, "groups[0].constructor=1"],
  ["parts that break off", inParts, `--${boundary}\r\nContent-Disposition: form-da`],
])(
  "a form with too much, or what no form has, is refused in words: %s [errors#form-names]",
  async (_, type, body) => {
    const refusal: unknown = await posted(type, body).catch((problem: unknown) => problem);
    expect(refusal).toBeInstanceOf(Response);
    expect(refusal).toHaveProperty("status", 400);
  },
);

test("a line's end is one character, as it is with scripting [returns#credit-given, notes#note]", async () => {
  const form = await posted(urlencoded, "reason=one%0D%0Atwo%0D%0A&other=a%0Ab");
  expect([form.get("reason"), form.get("other")]).toEqual(["one\ntwo\n", "a\nb"]);
});

test("a form of five thousand fields is read, in fields and in parts", async () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `f${n}`);
  for (const form of [
    await posted(urlencoded, names.map((name) => `${name}=1`).join("&")),
    await posted(inParts, `${names.map(part).join("")}--${boundary}--\r\n`),
  ])
    expect([...form.keys()]).toEqual(names);
});

test.each([
  [`multipart/form-data; boundary="${boundary}"`, inParts],
  [`Multipart/Form-Data;boundary=${boundary}`, inParts],
  [`${urlencoded};charset=UTF-8`, urlencoded],
  [`multipart/form-data; boundary="\\${boundary}"`, undefined],
  [`multipart/form-data; boundary=${boundary}; boundary=${"x".repeat(27)}`, undefined],
  [`multipart/form-data; charset=utf-8; boundary=${boundary}`, undefined],
  [`multipart/form-data; boundary=${"x".repeat(71)}`, undefined],
  ["multipart/form-data", undefined],
  ["application/json", undefined],
])("%s has one meaning, or none [errors#form-names]", (contentType, passedOn) => {
  expect(formTypeOf(contentType)?.contentType).toBe(passedOn);
});
