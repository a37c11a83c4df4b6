import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actionPolicies, type Deed, isAllowed, rolesFor, storeCapabilities } from "#contract/capabilities.ts";
import { type PortalOnPlatform, startPortalOnPlatform } from "#tests/support/portalOnPlatform.ts";
import { builtRoutes } from "#tests/support/routes.ts";

/** Routes that are there for people who are not signed in, or that only start or end a session. */
const open = /^\/(login|auth\/|gallery|service-worker|\*)/;

/** What each address of pages of all stores is, the first that fits; reading and writing may differ. */
const deeds: readonly [RegExp, Deed, Deed?][] = [
  [/^\/(store\/?)?$/, "stores"],
  [/^\/orders\/.*\/actions\//, "orders.act"],
  [/^\/orders\/export/, "orders.export"],
  [/^\/orders/, "orders"],
  [/^\/returns\/.*\/actions\//, "returns.act"],
  [/^\/returns/, "returns"],
  [/^\/products/, "masterproducts"],
  [/^\/edi\/myer\/partners\/new/, "edi.keepPartners"],
  [/^\/edi\/myer\/partners\//, "edi", "edi.keepPartners"],
  [/^\/edi\/myer\/(.*\/actions\/|gap|check-file)/, "edi.act"],
  [/^\/edi\//, "edi"],
  [/^\/people/, "people"],
  [/^\/print\//, "store/printlabel"],
  // What every page needs of itself.
  [/^\/(sessions|session\/live|avatar)/, "sessions"],
];

const pages = Object.keys(storeCapabilities);

function deedsOf(path: string): { read: Deed; write: Deed } {
  const [, segment] = /^\/store\/:alias\/?([^/]*)/.exec(path) ?? [];
  if (segment !== undefined) {
    const page = storePageOf(segment);
    return { read: `store/${page}`, write: `store/${page}` };
  }
  const found = deeds.find(([fits]) => fits.test(path));
  if (!found) throw new Error(`Nothing says what ${path} is`);
  const [, read, write = read] = found;
  return { read, write };
}

const isPage = (key: string): key is keyof typeof storeCapabilities => pages.includes(key);

function storePageOf(segment: string): keyof typeof storeCapabilities {
  if (segment === "") return "overview";
  if (!isPage(segment)) throw new Error(`There is no store page '${segment}'`);
  return segment;
}

/** A store that has the page. */
const filled = (path: string) =>
  path
    .replace(":alias", /:alias\/(interchanges|ediorders)/.test(path) ? "MYR" : "CLK")
    .replace(/:\w+\??/g, "none");

const routes = [...new Map(builtRoutes().map((route) => [`${route.path}`, route])).values()]
  .filter(({ path, hasLoader, hasAction }) => !open.test(path) && (hasLoader || hasAction))
  .map(({ path }) => ({
    path,
    hasAction: builtRoutes().some((route) => route.path === path && route.hasAction),
    hasLoader: builtRoutes().some((route) => route.path === path && route.hasLoader),
  }));

const people = [
  { who: "admin", roles: ["Admin"] },
  { who: "merch", roles: ["User"] },
  { who: "labels", roles: ["PrintLabel"] },
  { who: "store", roles: ["Store"] },
  { who: "norole", roles: ["User"] },
];

describe.each(actionPolicies)("where GLOBAL_ACTIONS is %s", (policy) => {
  let house: PortalOnPlatform;
  beforeAll(async () => {
    house = await startPortalOnPlatform({ GLOBAL_ACTIONS: policy, LOG_LEVEL: "warn" });
  });
  afterAll(() => house.stop());

  test.each(people)("$who reads and writes what the table says, at every address", async ({ who, roles }) => {
    const visitor = await house.signedIn(who);
    for (const { path, hasAction, hasLoader } of routes) {
      const at = filled(path);
      const { read, write } = deedsOf(path);
      const mayRead = isAllowed({ roles }, rolesFor(read, policy));
      const mayWrite = isAllowed({ roles }, rolesFor(write, policy));
      const page = await visitor.get(at);
      // Whom the Overview does not open to is led on to a page that does.
      const refused = page.status === 403 || (read === "store/overview" && page.status === 302);
      if (hasLoader) expect(refused, `GET ${path}: ${page.status}`).toBe(!mayRead);
      for (const address of [at, `${at}.data`]) {
        const { status } = await visitor.post(address, {});
        const expected = hasAction ? !mayWrite : false;
        expect(status === 403, `POST ${address}: ${status}`).toBe(expected);
        if (!hasAction) expect([404, 405], `POST ${address}`).toContain(status);
      }
      for (const method of ["PUT", "PATCH", "DELETE"] as const) {
        expect((await visitor.ask(at, { method })).status, `${method} ${path}`).toBe(405);
      }
    }
  });
});
