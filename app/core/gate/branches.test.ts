import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { fromNoPage, largerBodies, waitsForNews, writeLimits } from "./admit.server.ts";
import { branchOf, createBranches, createDestinations } from "./branches.server.ts";

type Listed = { id: string; path?: string; index?: boolean; children: Listed[] };

const below = (listed: readonly Listed[], parentId: string, above = ""): Built[] =>
  listed.flatMap(({ id, path, index, children }) => {
    const address = path === undefined ? above : `${above}/${path}`;
    const built = { id, parentId, path, index, address };
    return [built, ...below(children, id, address)];
  });
type Built = { id: string; parentId?: string; path?: string; index?: boolean; address: string };
const built: Built[] = [{ id: "root", path: "", address: "" }, ...below(routes, "root")];

const build: ServerBuild = {
  mode: "production",
  entry: { module: { default: () => new Response(null) } },
  routes: Object.fromEntries(built.map((route) => [route.id, { ...route, module: { default: () => null } }])),
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
  isSpaMode: false,
};

type Tree = NonNullable<Parameters<typeof matchRoutes>[0]>;
const treeOf = (of: ServerBuild["routes"], parentId?: string): Tree =>
  Object.values(of).flatMap((route): Tree => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return index ? [{ id, path, index }] : [{ id, path, children: treeOf(of, id) }];
  });
const all = treeOf(build.routes);
const matchIn = (tree: Tree, pathname: string) =>
  matchRoutes(tree, pathname)?.map(({ route, params, pathname }) => ({
    id: route.id,
    params,
    pathname,
  }));

const addresses = built.map(
  ({ address }) => address.replace(/:\w+/g, "x1").replace("*", "no/such/page") || "/",
);
const odd = [
  ...["/Returns/X1/", "//orders", "/store//orders", "/store/SDY//", "/%6Frders", "/orders/a%2Fb", "/%ff"],
  ...["/orders/live/more", "/returns/credits", "/returns/credits/x/given", "/store/orders", "/views/new"],
  ...["/bulk/runs/7", "/store/SDY/customrules/new", "/orders.xlsx", "/*", "/:a"],
];

const idsAt = createBranches(build.routes);
const destinationOf = createDestinations(build);

test.each([...addresses, ...odd])(
  "%s is answered by the same routes, whether it stands among all or not",
  (path) => {
    const ids = idsAt(path);
    const among = matchIn(all, path);
    expect(ids).toEqual(among?.map(({ id }) => id));
    expect(matchIn(treeOf(branchOf(build, ids).routes), path)).toEqual(among);
  },
);

test("a page's data is answered by the page's routes", () => {
  expect(idsAt("/store/SDY/products/7.data")).toEqual(idsAt("/store/SDY/products/7"));
  expect(idsAt("/_root.data")).toEqual(idsAt("/"));
  expect(idsAt("/_root.data").length).toBe(2);
});

const limited = [
  ...Object.keys(writeLimits),
  ...Object.keys(largerBodies),
  ...[fromNoPage, waitsForNews],
  ...built.flatMap(({ address }) => (/\/export\.\w+$/.test(address) ? [address] : [])),
];
const percent = (text: string) => text.replace(/\w/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
const spellings: [string, (path: string) => string][] = [
  ["in capitals", (path) => path.toUpperCase()],
  ["percent-encoded", percent],
  ["percent-encoded twice", (path) => percent(path).replaceAll("%", "%25")],
  ["with slashes encoded", (path) => `/${path.slice(1).replaceAll("/", "%2F")}`],
  ["with two slashes", (path) => path.replaceAll("/", "//")],
  ["with two slashes in front", (path) => `/${path}`],
  ["with a slash behind", (path) => `${path}/`],
  ["as data", (path) => `${path}.data`],
  ["with a dot segment", (path) => path.replace("/", "/./")],
];

test.each(spellings)("no limited address escapes its limits %s [errors#rates]", (_how, spelled) => {
  for (const pattern of limited) {
    const path = pattern.replace(/:\w+/g, "x1");
    expect(destinationOf(path).pattern).toBe(pattern);
    const at = spelled(path);
    // By the router itself, with all routes: requests that reach a rate-limited page count for that page.
    const answered = matchIn(all, at.replace(/\.data$/, ""))?.at(-1)?.id;
    const page = matchIn(all, path)?.at(-1)?.id;
    const found = destinationOf(at).pattern;
    if (answered === page) expect(found, at).toBe(pattern);
    else expect(limited, at).not.toContain(found);
  }
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/store/CLK/", "/store/:alias"],
  ["/Store/CLK/CustomRules/new", "/store/:alias/customrules/new"],
  ["/store/CLK/customrules/R-7%2F8", "/store/:alias/customrules/:ruleId"],
  ["/store/CLK/customrules/R-7.data", "/store/:alias/customrules/:ruleId"],
  ["/auth/%6cogin", "/auth/login"],
  ["/AUTH/log%69n/", "/auth/login"],
  ["/store/CLK/%6eswvoucher.data", "/store/:alias/nswvoucher"],
  ["/orders/%65xport.xlsx", "/orders/export.xlsx"],
  ["/carla@example.test", "/*"],
  ["/store/CLK/customrules/a/b/c", "/*"],
])("limits, log and routes read %s alike: %s [errors#rates]", (path, pattern) => {
  expect(destinationOf(path).pattern).toBe(pattern);
});
