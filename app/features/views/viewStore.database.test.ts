import { expect, test } from "vitest";
import { readOne } from "#app/core/database/batchRead.server.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { createViews, maxPins, maxViews, type ViewPerson } from "./viewStore.server.ts";

onPortalDatabases((database) => {
  const processes = () =>
    [createViews(database()), createViews(database.watchedBy((call) => call()))] as const;
  const person = (subject: string, ...roles: string[]): ViewPerson => ({ subject, roles, name: subject });
  const viewsOf = async (who: ViewPerson) => (await readOne(database(), processes()[1].seenBy(who))).views;
  const namesFor = async (who: ViewPerson) => (await viewsOf(who)).map(({ name }) => name);
  const idOf = async (who: ViewPerson, named: string) =>
    (await viewsOf(who)).find(({ name }) => name === named)?.id ?? "";

  test("a view is its maker's alone; a shared one is seen by its role, and changed by its maker or an Admin [views#whose, views#remove]", async () => {
    const [views] = processes();
    const [carl, riley] = [person("carl", "User"), person("riley", "User")];
    const [lena, ada] = [person("lena", "PrintLabel"), person("ada", "Admin")];
    await views.save(carl, { name: "Mine", pinned: true }, "/orders/?status=INVALID");
    await views.save(carl, { name: "Ours", role: "User", pinned: true }, "/returns/?status=hold");
    expect(await namesFor(carl)).toEqual(["Mine", "Ours"]);
    expect(await namesFor(riley)).toEqual(["Ours"]);
    expect(await namesFor(lena)).toEqual([]);
    expect(await namesFor(ada)).toEqual(["Ours"]);
    expect((await readOne(database(), views.seenBy(riley))).pins).toEqual([]);

    const ours = await idOf(carl, "Ours");
    expect(await views.remove(riley, ours)).toBe(false);
    const words = { words: { name: "Theirs", role: "User" as const, pinned: false } };
    expect(await views.change(riley, ours, words)).toMatchObject({ ok: false });
    expect(await views.change(ada, ours, { words: { name: "Ours", pinned: false } })).toMatchObject({
      ok: false,
      field: "role",
    });
    expect(await views.remove(lena, ours)).toBe(false);
    expect(await views.pin(riley, ours, true)).toBeUndefined();
    expect((await readOne(database(), views.seenBy(riley))).pins).toEqual([ours]);
    expect(await views.remove(ada, ours)).toBe(true);
    expect(await namesFor(riley)).toEqual([]);
    expect((await readOne(database(), views.seenBy(riley))).pins).toEqual([]);
    expect(await views.remove(ada, await idOf(carl, "Mine"))).toBe(false);
  });

  test.each(["a\u0000b", "a\nb", "a\u2028b", "\u202egnp.exe", "a\u2067b", "\u007f"])(
    "a name that breaks its line or turns its direction is refused: %j",
    async (name) => {
      const saved = await processes()[0].save(person("carl", "User"), { name, pinned: false }, "/orders/");
      expect(saved).toMatchObject({ ok: false, field: "name" });
    },
  );

  test("nobody shares with a role that they do not have, and names are unique", async () => {
    const [views] = processes();
    const dana = person("dana", "Store");
    expect(await views.save(dana, { name: "Up", role: "Admin", pinned: false }, "/orders/")).toMatchObject({
      ok: false,
      field: "role",
    });
    await views.save(dana, { name: "Here", role: "Store", pinned: false }, "/orders/");
    expect(await views.save(dana, { name: "HERE", pinned: false }, "/orders/")).toMatchObject({
      field: "name",
    });
    expect(await views.save(dana, { name: "", pinned: false }, "/orders/")).toMatchObject({ field: "name" });
    expect(await namesFor(dana)).toEqual(["Here"]);
  });

  test("a view that is shared later leaves its maker's own, and opens another list where one is put in its place [views#change]", async () => {
    const [views] = processes();
    const erin = person("erin", "User");
    await views.save(erin, { name: "Later", pinned: true }, "/orders/");
    const id = await idOf(erin, "Later");
    expect(await namesFor(person("other", "User"))).toEqual([]);
    await views.change(erin, id, { words: { name: "Shared", role: "User", pinned: true } });
    expect(await views.change(erin, id, { href: "/orders/?q=1" })).toMatchObject({
      ok: true,
      view: { name: "Shared", role: "User", href: "/orders/?q=1" },
      before: { href: "/orders/" },
    });
    expect((await readOne(database(), views.seenBy(erin))).views.map(({ name }) => name)).toEqual(["Shared"]);
    expect((await readOne(database(), views.seenBy(erin))).pins).toEqual([id]);
    expect(await namesFor(person("other", "User"))).toEqual(["Shared"]);
    await views.remove(erin, id);
  });

  test("concurrent saves of several processes are all stored, up to the limits, and none in part [views#limits, views#kept]", async () => {
    const finn = person("finn", "User");
    const save = (n: number, pinned: boolean) =>
      processes()[n % 2 ? 1 : 0].save(finn, { name: `View ${n}`, pinned }, `/orders/?q=${n}`);
    const ten = await Promise.all(Array.from({ length: 10 }, (_, n) => save(n, true)));
    expect(ten.every(({ ok }) => ok)).toBe(true);
    for (let n = 10; n < maxPins; n += 1) await save(n, true);
    expect(await save(maxPins, true)).toMatchObject({ ok: false, field: "pinned" });
    expect(await namesFor(finn)).toHaveLength(maxPins);
    for (let n = maxPins; n < maxViews; n += 1) await save(n, false);
    expect(await save(maxViews, false)).toMatchObject({ ok: false, field: "name" });
    expect(await namesFor(finn)).toHaveLength(maxViews);
  });

  test("a view that a person may no longer open is not counted, and can still be removed [views#closed]", async () => {
    const [views] = processes();
    const gina = person("gina", "Store");
    await views.save(gina, { name: "Role", role: "Store", pinned: false }, "/store/a/shipments");
    for (let n = 1; n < maxViews; n += 1)
      await views.save(
        gina,
        { name: `View ${n}`, pinned: false },
        n === 1 ? "/orders/" : `/products/?q=${n}`,
      );
    const moved = { ...person("gina", "PrintLabel"), opens: (href: string) => href.startsWith("/products/") };
    expect(await namesFor(moved)).toContain("Role");
    for (const name of ["One more", "And one"])
      expect(await views.save(moved, { name, pinned: false }, "/products/")).toMatchObject({ ok: true });
    expect(await views.save(moved, { name: "Too many", pinned: false }, "/products/")).toMatchObject({
      field: "name",
    });
    expect(await views.remove(moved, await idOf(moved, "Role"))).toBe(true);
    expect(await namesFor(moved)).not.toContain("Role");
  });

  test("the views of a page are read in one call", async () => {
    const ida = person("ida", "User");
    await processes()[0].save(ida, { name: "Pinned", pinned: true }, "/orders/");
    let calls = 0;
    const counted = database.watchedBy((call) => {
      calls += 1;
      return call();
    });
    const { views, pins } = await readOne(counted, createViews(counted).seenBy(ida));
    expect([views.filter(({ name }) => name === "Pinned").length, pins.length, calls]).toEqual([1, 1, 1]);
  });
});
