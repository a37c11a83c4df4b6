import { beforeEach, expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import type { CreditFacts } from "./credit.ts";
import { createCreditLedger } from "./creditLedger.server.ts";
import { creditSearch } from "./paths.ts";
import { credits, creditsAsked } from "./tables.ts";

const factsOf = (id: string, fields: Partial<CreditFacts> = {}): CreditFacts => ({
  ...{ id, name: id.toUpperCase(), store: "Clarks", orderId: "7", customer: "Zoë Singh", cents: 1000 },
  ...fields,
});
const given = { because: "AP21 4711", by: "Riley Clerk", at: "2026-11-25T00:00:00.000Z" };

onPortalDatabases((database) => {
  beforeEach(async () => {
    await database().delete(credits);
    await database().delete(creditsAsked);
  });
  const ledger = () => createCreditLedger(database());
  const idsOf = async (filter: Parameters<typeof creditSearch.write>[0], pageSize?: number) =>
    (await ledger().listCredits({ ...creditSearch.every, ...filter }, pageSize)).rows.map(({ id }) => id);

  test("a credit is given once, whoever says so in whichever process, and can be taken back [returns#credit-given]", async () => {
    const processes = [database(), database.watchedBy((call) => call())].map(createCreditLedger);
    for (const facts of [factsOf("known"), factsOf("unknown")]) {
      if (facts.id === "known") await ledger().noteOwed([facts]);
      const said = await Promise.all(
        [1, 2, 3, 4].map((one) => processes[one % 2]?.settleCredit(facts, { ...given, by: `Clerk ${one}` })),
      );
      expect(said.filter(Boolean)).toHaveLength(1);
      expect(await ledger().readCredit(facts.id)).toMatchObject({ turns: 1, given: { at: given.at } });
      expect(await ledger().settleCredit(facts, undefined)).toBe(true);
      expect(await ledger().settleCredit(facts, undefined)).toBe(false);
      expect(await ledger().readCredit(facts.id)).toEqual({ ...facts, turns: 2 });
    }
    expect(await ledger().settleCredit(factsOf("never seen"), undefined), "it is owed anyway").toBe(false);
  });

  test("those owed are listed as they came, those given the latest first, with the sum of all [returns#credits]", async () => {
    await ledger().noteOwed(["a", "b", "c", "d"].map((id) => factsOf(id)));
    await ledger().noteOwed([factsOf("e", { cents: undefined })]);
    for (const id of ["d", "a"]) await ledger().settleCredit(factsOf(id), given);
    expect(await idsOf({})).toEqual(["b", "c", "e"]);
    expect(await idsOf({ page: 2 }, 2)).toEqual(["e"]);
    expect(await idsOf({ side: "given" })).toEqual(["a", "d"]);
    await ledger().settleCredit(factsOf("d"), undefined);
    expect(await idsOf({}), "one that is owed again is the last").toEqual(["b", "c", "e", "d"]);
    const sum = await ledger().sumOfCredits("owed", false);
    expect(sum).toMatchObject({ count: 4, cents: 3000, isAmountWhole: false });
    expect((await ledger().creditsOfAmount(1000)).map(({ id }) => id)).toEqual(["b", "c", "d"]);
  });

  test("an amount follows while it is owed, and a given credit never changes [returns#credit-seen]", async () => {
    await ledger().noteOwed([factsOf("a"), factsOf("a"), factsOf("b")], { since: "2026-11-20", page: 3 });
    await ledger().settleCredit(factsOf("b"), given);
    const news = [factsOf("a", { cents: 2000, orMore: true }), factsOf("b", { cents: 2000 })];
    expect((await ledger().unknownCredits(news)).map(({ id }) => id)).toEqual(["a"]);
    await ledger().noteOwed(news);
    await ledger().noteOwed([factsOf("a", { cents: undefined })]);
    expect(await ledger().readCredit("a")).toMatchObject({ cents: 2000, orMore: true });
    expect(await ledger().readCredit("b")).toMatchObject({ cents: 1000 });
    expect(await ledger().askFromWhere()).toEqual({ since: "2026-11-20", page: 3 });
  });

  test("are filtered by store, customer however it is written, and age, with the sum of those that match [returns#credits]", async () => {
    const old = new Date(Date.now() - 20 * 24 * 3600_000).toISOString();
    await ledger().noteOwed([
      factsOf("a", { since: old }),
      factsOf("b", { store: "Reebok", since: "some time ago" }),
      factsOf("c", { customer: "Mei Tan" }),
    ]);
    expect(await idsOf({ stores: ["Reebok"] })).toEqual(["b"]);
    expect(await idsOf({ customer: "zoe sing" })).toEqual(["a", "b"]);
    expect(await idsOf({ older: "14" })).toEqual(["a"]);
    expect(await idsOf({ customer: "%" })).toEqual([]);
    const { sum, pages } = await ledger().listCredits({ ...creditSearch.every, customer: "Zoe", page: 9 });
    expect([sum, pages]).toEqual([{ count: 2, cents: 2000, isAmountWhole: true }, 1]);
  });
});
