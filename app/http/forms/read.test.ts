import { expect, test } from "vitest";
import { formOf } from "./read.ts";

const posted = (type: string, body: string) =>
  formOf(new Request("https://portal.example/", { method: "POST", headers: { "Content-Type": type }, body }));
const urlencoded = "application/x-www-form-urlencoded";
const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;

test.each([
  ["fields", urlencoded, "a&".repeat(10_000)],
  ["parts", "multipart/form-data; boundary=x", `${part("a").repeat(10_000)}--x--\r\n`],
  ["parts of a quoted boundary", 'multipart/form-data; boundary="x"', `${part("a").repeat(10_000)}--x--\r\n`],
  ["a name of what every object inherits", urlencoded, "__proto__.x=1"],
  ["such a name within another", urlencoded, "groups[0].constructor=1"],
  ["parts that break off", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-da"],
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
    await posted("multipart/form-data; boundary=x", `${names.map(part).join("")}--x--\r\n`),
  ])
    expect([...form.keys()]).toEqual(names);
});
