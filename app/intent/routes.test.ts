import type { UNSAFE_AssetsManifest as Manifest } from "@remix-run/react";
import { expect, test } from "vitest";
import { createForesight } from "./routes.ts";

type Route = Manifest["routes"][string];
const route = (id: string, path: string, parentId: string, imports: string[] = ["/shared.js"]): Route => ({
  id,
  path,
  parentId,
  module: `/${id}.js`,
  imports,
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
});

const routes = [
  { ...route("root", "", ""), parentId: undefined } as unknown as Route,
  route("list", "things", "root"),
  route("thing", ":thingId", "list"),
  route("action", ":thingId/actions/:action", "list", ["/dialog.js"]),
  route("file", ":thingId/files/:fileId", "list", []),
  route("live", "live", "list"),
  route("other", "others/:otherId", "root"),
];
const manifest: Manifest = {
  entry: { module: "", imports: [] },
  url: "",
  version: "",
  routes: Object.fromEntries(routes.map((one) => [one.id, one])),
};
const { below } = createForesight(manifest, {});
const at = (pathname: string) => below({ pathname, search: "" });

test("what the rows of a list open is known with all that it imports; what no page shows, and the rest, is not", () => {
  expect(at("/things")).toEqual(["/thing.js", "/shared.js", "/action.js", "/dialog.js"]);
});

test("a panel has no rows, and an address that is none has nothing", () => {
  expect(at("/things/7")).toEqual([]);
  expect(at("/nothing")).toEqual([]);
});

test("code that is there already is not fetched again", () => {
  const known = createForesight(manifest, { thing: {} } as never);
  expect(known.below({ pathname: "/things", search: "" })).toEqual(["/action.js", "/dialog.js"]);
});
