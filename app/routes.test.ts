import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import routes from "./routes.ts";

type Listed = { id: string; path?: string; file: string; children: Listed[] };

const flat = (listed: readonly Listed[], below = ""): { id: string; file: string; address: string }[] =>
  listed.flatMap(({ id, path = "", file, children }) => {
    const address = `${below}/${path}`.replace(/\/$/, "");
    return [{ id, file, address }, ...flat(children, address)];
  });
const listed = flat(routes);

test("every module in a folder of routes is listed, and no other", () => {
  const files = readdirSync(fileURLToPath(new URL(".", import.meta.url)), {
    recursive: true,
    encoding: "utf8",
  })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(^|\/)routes\/[^/]+\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect([...new Set(listed.map(({ file }) => file))].sort()).toEqual(files.sort());
});

test("no name and no path is listed twice", () => {
  const twice = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) !== at);
  expect(twice(listed.map(({ id }) => id))).toEqual([]);
  // A store's layout and its Overview share one.
  expect(twice(listed.map(({ address }) => address))).toEqual(["/store/:alias"]);
});

test("a page that is about all stores, or about one, is the same module at both addresses", () => {
  const fileAt = new Map(listed.map(({ address, file }) => [address, file]));
  const pairs = listed.filter(({ address }) => /^\/(orders|returns(?!\/credits))(\/|$)/.test(address));
  expect(pairs).toHaveLength(18);
  for (const { address, file } of pairs) expect(fileAt.get(`/store/:alias${address}`), address).toBe(file);
});

test("every address that the documents name has a page [addresses#routes]", () => {
  const page = readFileSync(fileURLToPath(new URL("../docs/product/addresses.md", import.meta.url)), "utf8");
  const named = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\/[^`]*)`/g)].map(([, address = ""]) => address),
  );
  const addresses = listed.map(({ address }) => new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}/?$`));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((address) => !addresses.some((known) => known.test(address)))).toEqual([]);
});
