import { expect, test } from "vitest";
import { newViewPage, newViewPath, viewPopoverPath } from "#app/features/views/paths.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";

async function modules() {
  const [lists, pages, drafts] = await Promise.all([
    import("./viewLists.server.ts"),
    import("#app/features/views/pages.server.ts"),
    import("#app/core/http/drafts.server.ts"),
  ]);
  return { ...lists, ...pages, ...drafts };
}

onPortalDatabases((database) => {
  const portal = portalOn(database, modules);

  test("a name that was typed for a list before a sign-in waits for that list, whatever other one is opened [views#save]", async () => {
    const [failed, held] = ["/returns/?status=failed", "/returns/?status=hold"];
    const nameAt = async (list: string, pathOf = newViewPath) => {
      const user = userOf(new Request(`https://portal.example${pathOf(list)}`));
      return (await portal().viewPage(user, portal().viewPlaces, undefined)).values.name;
    };
    const form = new FormData();
    form.append("name", "Typed for failed ones");
    // As the popover of a later page names it.
    form.append("list", `${failed}&page=2`);
    await portal().keepDraft({ subject: "riley" }, newViewPage, form);
    expect(await nameAt(held)).toBe("");
    expect(await nameAt(failed, viewPopoverPath), "the popover has no such field").toBe("");
    expect(await nameAt(failed)).toBe("Typed for failed ones");
    expect(await nameAt(failed), "once").toBe("");
  });
});
