import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actionPolicies, type Deed, isAllowed, rolesFor, storeCapabilities } from "#contract/capabilities.ts";
import { extensionBases } from "#contract/extensions.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { builtRoutes } from "#tests/support/routes.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";

/** Routes that are there for people who are not signed in, or that only start or end a session. */
const open = /^\/(login|auth\/|gallery|service-worker|\*)/;

/** What each address of pages of all stores is, the first that fits; reading and writing may differ. */
const deeds: readonly [RegExp, Deed, Deed?][] = [
  [/^\/(store\/?)?$/, "stores"],
  [/^\/today/, "today"],
  [/^\/orders\/.*\/actions\//, "orders.act"],
  [/^\/orders\/export/, "orders.export"],
  [/^\/orders/, "orders"],
  [/^\/returns\/credits/, "store/returns"],
  [/^\/returns\/.*\/actions\//, "returns.act"],
  [/^\/returns\/export/, "returns.export"],
  [/^\/returns/, "returns"],
  [/^\/products/, "masterproducts"],
  [/^\/edi\/myer\/partners\/new/, "edi.keepPartners"],
  [/^\/edi\/myer\/partners\//, "edi", "edi.keepPartners"],
  [/^\/edi\/myer\/(.*\/actions\/|gap|check-file)/, "edi.act"],
  [/^\/edi\/myer\/\w+\/export/, "edi.export"],
  [/^\/edi\//, "edi"],
  [/^\/preferences/, "preferences"],
  [/^\/guide/, "guide"],
  // A view is for whom its list is for, besides.
  [/^\/views/, "views"],
  [/^\/people/, "people"],
  [/^\/audit/, "audit"],
  [/^\/print\//, "store/printlabel"],
  // What every page needs of itself.
  [/^\/find/, "find"],
  // What is done there asks for the kind's own deed as well.
  [/^\/bulk/, "bulk"],
  [/^\/notes/, "notes"],
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
  { who: "clerk", roles: ["User"] },
  { who: "labels", roles: ["PrintLabel"] },
  { who: "store", roles: ["Store"] },
  { who: "norole", roles: ["User"] },
] as const;

const stores = [
  { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" },
  { storeName: "Myer", storeAlias: "MYR", storeType: "edimarketplace" },
];

describe.each(actionPolicies)("where GLOBAL_ACTIONS is %s", (policy) => {
  let own: Own;
  beforeAll(async () => {
    own = await startOwn({ GLOBAL_ACTIONS: policy, LOG_LEVEL: "warn" });
    own.upstream.fail("/api/extensions", jsonAnswer(200, Object.keys(extensionBases)));
  });
  afterAll(() => own.stop());

  const mayDo = (roles: readonly string[], deed: Deed) => isAllowed({ roles }, rolesFor(deed, policy));

  // What the policy doesn't touch is the same under both.
  const isTouched = (path: string) => /^\/(orders|returns|edi)/.test(path);
  const asked = policy === "everyone" ? routes : routes.filter(({ path }) => isTouched(path));

  test.each(people)("$who reads what the table says, at every address", async ({ who, roles }) => {
    const visitor = await own.signedIn(who, { stores: jsonAnswer(200, stores) });
    for (const { path } of asked.filter(({ hasLoader }) => hasLoader)) {
      const { read } = deedsOf(path);
      const at = filled(path);
      const isOpen = mayDo(roles, read);
      // A refusal is the same for a page's scripts; what is open is drawn once.
      for (const address of isOpen ? [at] : [at, `${at.replace(/\/$/, "")}.data`]) {
        const { status } = await visitor.get(address);
        // Whom the Overview does not open to is led on to a page that does.
        const refused = status === 403 || (read === "store/overview" && [202, 302].includes(status));
        expect(refused, `GET ${address}: ${status}`).toBe(!isOpen);
      }
    }
  });

  test.each(people)("$who writes what the table says, at every address", async ({ who, roles }) => {
    const visitor = await own.signedIn(who, { stores: jsonAnswer(200, stores) });
    for (const { path, hasAction } of asked) {
      const at = filled(path);
      const { status } = await visitor.post(at, {});
      if (hasAction) expect(status === 403, `POST ${at}: ${status}`).toBe(!mayDo(roles, deedsOf(path).write));
      else expect([404, 405], `POST ${at}`).toContain(status);
      if (hasAction && !mayDo(roles, deedsOf(path).write))
        expect((await visitor.post(`${at}.data`, {})).status, `POST ${at}.data`).toBe(403);
    }
    const written = own.upstream.calls.filter(
      ({ method, path }) => method !== "GET" && path.startsWith("/api/"),
    );
    expect(written).toEqual([]);
  });

  test("no other method reaches any address", async () => {
    const visitor = await own.signedIn("admin");
    for (const { path } of asked)
      for (const method of ["PUT", "PATCH", "DELETE"] as const)
        expect((await visitor.ask(filled(path), { method })).status, `${method} ${path}`).toBe(405);
  });
});
