import { existsSync, statSync } from "node:fs";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, test } from "vitest";
import { checkFilePath, partnersPath } from "#app/domains/edi/partner/paths.ts";
import { guidePages } from "#app/features/guide/guidePages.server.ts";
import { entriesFor, guideFor, toGuideView } from "#app/features/guide/model.ts";
import { picturePath } from "#app/features/guide/paths.ts";
import routes from "#app/routes.ts";
import {
  actionPolicies,
  capabilities,
  isAllowed,
  type Permission,
  type Role,
  rolesFor,
} from "#contract/capabilities.ts";
import type { Store } from "#contract/stores.ts";
import { findsFor, findsNamed, openTo, placeNames } from "./guidePlaces.server.ts";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Listed = { path?: string; index?: boolean; file: string; children: Listed[] };
const asRoutes = (listed: readonly Listed[]): RouteObject[] =>
  listed.map(({ path, index, file, children }) =>
    index ? { id: file, index } : { id: file, path, children: asRoutes(children) },
  );
const table = asRoutes(routes);

const isServed = (href: string): boolean => {
  const found = matchRoutes(table, new URL(href, "http://portal.test").pathname);
  return found?.at(-1)?.route.path !== undefined ? found.at(-1)?.route.path !== "*" : found !== null;
};

const stores: Store[] = [
  { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" },
  { storeName: "Myer", storeAlias: "MYR", storeType: "edimarketplace" },
];
const mayOf = (roles: readonly string[]) => (permission: Permission) =>
  isAllowed({ roles }, rolesFor(permission, "everyone"));
const findOf = (roles: readonly string[]) => findsFor(mayOf(roles), stores);
const findNamed = (roles: readonly string[]) => findsNamed(findOf(roles));
const hrefsOf = (shown: ReturnType<typeof toGuideView>): string[] =>
  shown.tasks.flatMap(({ steps }) =>
    steps.flat().flatMap((piece) => (typeof piece === "object" && piece.href ? [piece.href] : [])),
  );

describe("the guide", () => {
  test("has a page for each role [guide#pages]", () => {
    const roles = new Set(capabilities.flatMap(({ roles: some }) => (some === "everyone" ? [] : some)));
    expect([...new Set(guidePages.map(({ role }) => role))].sort()).toEqual([...roles].sort());
    expect(new Set(guidePages.map(({ key }) => key)).size).toBe(guidePages.length);
  });

  test("names everything that a role opens, and nothing else [guide#opens]", () => {
    for (const policy of actionPolicies) {
      const opened = (role: Role) => openTo(role, policy, findOf([role])).map(({ about }) => about);
      for (const { role } of guidePages) {
        const allowed = capabilities.filter(({ permission }) =>
          isAllowed({ roles: [role] }, rolesFor(permission, policy)),
        );
        expect(opened(role), `${role}, ${policy}`).toEqual(allowed.map(({ about }) => about));
      }
    }
  });

  test("gives everybody with a page's role access to every screen that it names, of any service [guide#links, guide#service-words]", () => {
    const announced = [checkFilePath, partnersPath, "/edi/myer/gap"];
    for (const page of guidePages) {
      const shown = toGuideView(page, [page.role], findNamed([page.role]));
      expect(shown.isOwn, page.key).toBe(true);
      const opened = openTo(page.role, "everyone", findOf([page.role]));
      const hrefs = [...hrefsOf(shown), ...opened.flatMap(({ href }) => href ?? [])];
      expect(hrefs.length, page.key).toBeGreaterThan(4);
      expect(hrefs.filter((href) => !isServed(href))).toEqual([]);
      expect(hrefs.filter((href) => announced.some((path) => href.startsWith(path)))).toEqual([]);
      const dead = shown.tasks.flatMap(({ steps }) =>
        steps.flat().flatMap((piece) => (typeof piece === "object" && !piece.href ? [piece.words] : [])),
      );
      expect(dead, page.key).toEqual([]);
    }
    expect(isServed("/no-such-screen")).toBe(false);
  });

  test("leads a reader to nothing that does not open to them [guide#links]", () => {
    for (const role of ["Admin", "User", "PrintLabel", "Store"]) {
      const find = findOf([role]);
      for (const permission of ["audit", "people", "orders", "returns.credits"] satisfies Permission[])
        expect(find({ permission, at: "/" }) !== undefined, `${role} ${permission}`).toBe(
          mayOf([role])(permission),
        );
      for (const page of ["printlabel", "customrules", "shipments"] as const)
        expect(find({ page, ofStore: () => "/" }) !== undefined, `${role} ${page}`).toBe(
          mayOf([role])(`store/${page}`),
        );
    }
  });

  test("leads to the page of a store that has it, and says which; to none where no store has it [guide#links]", () => {
    const find = findNamed(["User"]);
    expect(find("rules")).toEqual({ href: "/store/CLK/customrules", store: "Clarks" });
    expect(find("storeInterchanges")).toEqual({ href: "/store/MYR/interchanges", store: "Myer" });
    expect(findsNamed(findsFor(mayOf(["User"]), []))("rules")).toBeUndefined();
  });

  test("begins with one's own role, and lists the pages of one's roles first [shell#guide, guide#list]", () => {
    const guides = ["PrintLabel", "Store", "Admin", "User", "Other"].map((role) =>
      guideFor(guidePages, [role]),
    );
    expect(guides).toEqual(["/guide/labels", "/guide/store", "/guide/admin", "/guide", "/guide"]);
    const { own, others } = entriesFor(guidePages, ["User"]);
    expect(own.map(({ key }) => key)).toEqual(["clerk", "merchandiser", "edi"]);
    expect(others.map(({ key }) => key)).toEqual(["labels", "store", "admin"]);
    expect(rolesFor("guide", "everyone")).toBe("everyone");
  });

  test("has no place that no page leads to", () => {
    const linked = guidePages.flatMap(({ tasks }) =>
      tasks.flatMap(({ steps }) =>
        steps.flat().flatMap((piece) => (typeof piece === "string" ? [] : piece.place)),
      ),
    );
    expect([...new Set(linked)].sort()).toEqual([...placeNames].sort());
  });

  test("has its pictures, small ones [guide#pictures]", () => {
    const pictures = guidePages.flatMap(({ tasks }) => tasks.flatMap(({ picture }) => picture ?? []));
    expect(pictures.length).toBeGreaterThan(guidePages.length);
    const files = pictures.map(({ name }) => `public${picturePath(name)}`);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(600 * 1024);
    for (const { alt } of pictures) expect(alt.length).toBeGreaterThan(30);
  });
});
