import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  actionPolicies,
  isAllowed,
  type Permission,
  rolesFor,
  storeCapabilities,
} from "#contract/capabilities.ts";
import { extensionBases } from "#contract/extensions.ts";
import { builtRoutes } from "#tests/support/routes.ts";
import { forgetExports } from "#tests/support/session.ts";
import { type Stack, type Staff, startStack } from "#tests/support/stack.ts";
import { type Api, json } from "#tests/support/upstream/proxy.ts";
import { Visitor } from "#tests/support/visitor.ts";

/** Routes without sign-in, or that only start or end a session. */
const open = /^\/(login|auth\/|service-worker|\*)/;

/** The permissions of pages of all stores by URL, first match; reading and writing may differ. */
const globalPermissions: readonly [RegExp, Permission, Permission?][] = [
  [/^\/(store\/?)?$/, "stores"],
  [/^\/today/, "today"],
  [/^\/orders\/.*\/actions\//, "orders.act"],
  [/^\/orders\/export/, "orders.export"],
  [/^\/orders/, "orders"],
  [/^\/returns\/credits/, "returns.credits"],
  [/^\/returns\/.*\/actions\//, "returns.act"],
  [/^\/returns\/export/, "returns.export"],
  [/^\/returns/, "returns"],
  [/^\/products\/refused/, "store/products"],
  [/^\/products/, "masterproducts"],
  [/^\/edi\/myer\/.*\/actions\//, "edi.act"],
  [/^\/edi\/myer\/(gap|check-file)/, "edi.takeIn"],
  [/^\/edi\/myer\/\w+\/export/, "edi.export"],
  [/^\/edi\/myer\/orders\/[^/]+$/, "edi", "edi.act"],
  [/^\/edi\//, "edi"],
  [/^\/preferences/, "preferences"],
  [/^\/guide/, "guide"],
  [/^\/views/, "views"],
  [/^\/people/, "people"],
  [/^\/audit/, "audit"],
  [/^\/print\//, "store/printlabel"],
  [/^\/find/, "find"],
  [/^\/(bulk|work)/, "bulk"],
  [/^\/notes/, "notes"],
  [/^\/(sessions|session\/live|avatar)/, "sessions"],
];

const isStorePage = (key: string): key is keyof typeof storeCapabilities => key in storeCapabilities;

function commandsOf(path: string): { read: Permission; write: Permission } {
  const [, segment] = /^\/store\/:alias\/?([^/]*)/.exec(path) ?? [];
  const page = segment === "" ? "overview" : segment;
  if (page !== undefined && isStorePage(page)) return { read: `store/${page}`, write: `store/${page}` };
  const [, read, write = read] = globalPermissions.find(([fits]) => fits.test(path)) ?? [];
  if (!read || !write) throw new Error(`Nothing says what ${path} is`);
  return { read, write };
}

/** The URL of a route in a store that has the page. */
const filled = (path: string) =>
  path
    .replace(":alias", /:alias\/(interchanges|ediorders)/.test(path) ? "MYR" : "CLK")
    .replace(/:\w+\??/g, "none");

const built = builtRoutes();
const routes = [...new Set(built.map(({ path }) => path))]
  .map((path) => {
    const modules = built.filter((route) => route.path === path);
    return {
      path,
      ids: modules.filter(({ hasLoader }) => hasLoader).map(({ id }) => id),
      hasLoader: modules.some(({ hasLoader }) => hasLoader),
      hasAction: modules.some(({ hasAction }) => hasAction),
    };
  })
  .filter(({ path, hasLoader, hasAction }) => !open.test(path) && (hasLoader || hasAction));

const people: readonly { who: Staff; roles: readonly string[] }[] = [
  { who: "admin", roles: ["Admin"] },
  { who: "clerk", roles: ["User"] },
  { who: "labels", roles: ["PrintLabel"] },
  { who: "store", roles: ["Store"] },
];

const stores = [
  { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" },
  { storeName: "Myer", storeAlias: "MYR", storeType: "edimarketplace" },
];

/**
 * Knows the stores, announces every extension, and has no records: the portal decides on access by itself, and pages
 * without records take a fraction of the time.
 */
const emptyApi: Api = ({ url: { pathname } }) => {
  if (pathname === "/api/getstores/") return json(200, stores);
  return pathname === "/api/extensions" ? json(200, Object.keys(extensionBases)) : json(404, {});
};

/** More than a person may export in a minute. */
const isExport = (path: string) => path.includes("/export.");

/** A stack of its own: this many refusals exhaust a person's rate limit. */
const start = (environment: Record<string, string> = {}) =>
  startStack({ LOG_LEVEL: "warn", ...environment }, emptyApi);

const written = (stack: Stack) =>
  stack.upstream.calls
    .filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path}`);

const everyone =
  "every address is open to whom the table of capabilities says, for reading and writing [roles#roles, roles#any-role, roles#everywhere, roles#global-pages, roles#credits, roles#take-in]";
const byStore =
  "actions of all stores follow the store's own page [roles#global-actions, settings#global-actions]";

/** The only header that differs: the form's origin. */
const elsewhere: Record<string, string>[] = [
  { origin: "https://evil.test" },
  { origin: "null" },
  {},
  { referer: "https://evil.test/" },
];

describe.each(actionPolicies)("where GLOBAL_ACTIONS is %s", (policy) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await start({ GLOBAL_ACTIONS: policy });
  });
  afterAll(() => stack.stop());

  // The policy changes who may act on records of all stores, and nothing else.
  const requests =
    policy === "everyone"
      ? routes
      : routes.filter(({ path, hasAction }) => hasAction && /^\/(orders|returns|edi)/.test(path));

  test(policy === "everyone" ? everyone : byStore, async () => {
    const wrong: string[] = [];
    const visit = async ({ who, roles }: (typeof people)[number]) => {
      const may = (permission: Permission) => isAllowed({ roles }, rolesFor(permission, policy));
      const visitor = await stack.signedIn(who);
      const check = (cell: string, status: number, isRefused: boolean, isOpen: boolean) => {
        if (isRefused === isOpen) wrong.push(`${who} ${cell}: ${status}`);
      };
      for (const { path, hasLoader, hasAction } of requests) {
        const at = filled(path);
        const data = `${at.replace(/\/$/, "") || "/_root"}.data`;
        const { read, write } = commandsOf(path);
        // A spreadsheet takes as long as fifty pages: whom it is open to gets its rows from its neighbour.
        const isBuilt = path.endsWith("/export.xlsx") && may(read) && who !== "clerk";
        if (isExport(path)) await forgetExports(stack.portal, visitor);
        // An open page is fetched once, without its assets; a refusal is the same for the page and its scripts.
        for (const address of !hasLoader || isBuilt ? [] : may(read) ? [data] : [at, data]) {
          const { status } = await visitor.get(address);
          // A person without access to the Overview is redirected to an accessible page.
          const isLedOn = read === "store/overview" && [202, 302].includes(status);
          check(`GET ${address}`, status, status === 403 || isLedOn, may(read));
        }
        const { status } = await visitor.post(data, {});
        if (!hasAction && ![404, 405].includes(status)) wrong.push(`${who} POST ${data}: ${status}`);
        if (!hasAction) continue;
        check(`POST ${data}`, status, status === 403, may(write));
        const page = may(write) ? undefined : await visitor.post(at, {});
        if (page) check(`POST ${at}`, page.status, page.status === 403, false);
      }
    };
    await Promise.all(people.map(visit));
    expect(wrong).toEqual([]);
    expect(written(stack)).toEqual([]);
  });

  test.runIf(policy === "everyone")(
    "a store leads whom its Overview is closed to, to a page that opens [roles#first-page]",
    async () => {
      for (const [who, segment] of [
        ["labels", "printlabel"],
        ["store", "shipments"],
      ] as const) {
        const visitor = await stack.signedIn(who);
        const { location } = await visitor.get("/store/CLK");
        expect(new URL(location ?? "").pathname).toBe(`/store/CLK/${segment}`);
      }
    },
  );

  test.runIf(policy === "everyone")(
    "no other method reaches any address [addresses#methods]",
    async () => {
      const admin = await stack.signedIn("admin");
      const wrong: string[] = [];
      for (const { path } of routes)
        for (const method of ["PUT", "PATCH", "DELETE"] as const) {
          const { status, headers } = await admin.ask(filled(path), { method });
          if (status !== 405 || headers.allow !== "GET, HEAD, POST")
            wrong.push(`${method} ${path}: ${status}`);
        }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  test.runIf(policy === "everyone")(
    "reads and writes nothing without signing in, at no address [roles#signed-in, purpose#audience]",
    async () => {
      const nobody = new Visitor(stack.portal.url);
      stack.upstream.reset();
      const wrong: string[] = [];
      for (const { path, ids, hasLoader, hasAction } of routes) {
        const at = filled(path);
        const data = `${at.replace(/\/$/, "") || "/_root"}.data`;
        const partial = ids.map((id) => `${data}?_routes=${encodeURIComponent(id)}`);
        if (isExport(path)) await forgetExports(stack.portal);
        for (const address of hasLoader ? [at, data, ...partial] : []) {
          const { status, location } = await nobody.get(address);
          const isRedirectedToLogin = location === undefined || new URL(location).pathname === "/login";
          // A page's frame only says that nobody is signed in.
          const isFrame = address.endsWith("?_routes=root");
          if (!(isFrame || [202, 302, 303, 401, 403, 404].includes(status)) || !isRedirectedToLogin)
            wrong.push(`GET ${address}: ${status}`);
        }
        for (const address of hasAction ? [at, data] : []) {
          const { status, location } = await nobody.post(address, { token: "x" });
          const isRedirectedToLogin = location === undefined || new URL(location).pathname === "/login";
          if (![202, 302, 303, 401, 403, 405].includes(status) || !isRedirectedToLogin)
            wrong.push(`POST ${address}: ${status}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(stack.upstream.calls.filter(({ path }) => path.startsWith("/api/"))).toEqual([]);
    },
    120_000,
  );

  test.runIf(policy === "everyone")(
    "has no form taken that another site sent, at no address",
    async () => {
      // Another person than above, whose refusals have reached the limit.
      const merch = await stack.signedIn("merch");
      const wrong: string[] = [];
      const forms = [
        "/auth/login",
        "/auth/logout",
        ...routes.filter((route) => route.hasAction).map(({ path }) => filled(path)),
      ];
      for (const path of forms)
        for (const address of [path, `${path.replace(/\/$/, "")}.data`])
          for (const headers of elsewhere) {
            const { status, location, text } = await merch.ask(address, {
              method: "POST",
              form: {},
              headers,
            });
            if (status < 400 || location !== undefined || !text.includes("nothing was done"))
              wrong.push(`${address} ${JSON.stringify(headers)}: ${status}`);
          }
      expect(wrong).toEqual([]);
      expect(written(stack)).toEqual([]);
      expect((await merch.get("/store/")).status, "still signed in").toBe(200);
    },
    120_000,
  );
});
