import { describe, expect, test } from "vitest";
import { type ExoFilters, getExos } from "#contract/exos.ts";
import { getExtensions } from "#contract/getExtensions.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { useApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";

describe.each(testDatabases())("credits owed, on $name", ({ open }) => {
  const used = useApi(open);

  const every = async (filters: ExoFilters) => {
    const all = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({ page: String(page), filters: JSON.stringify(filters) });
      const { status, body } = await used.api.get(`${getExos.path}?${query}`);
      expect(status).toBe(200);
      const found = getExos.answer.parse(body);
      pages = found.pages;
      all.push(...found.rows.flatMap((row) => (row.readable ? [row.row] : [])));
    }
    return all;
  };
  test("are announced, and listed with amount and time, the longest owed first [calls#credit-owed]", async () => {
    expect((await used.api.get(getExtensions.path)).body).toContain("credit-owed");
    const rows = await every({ creditOwed: true });
    const stored = await used.connection.database
      .select({ id: exos.id, histories: exos.histories })
      .from(exos);
    const holding = stored.filter(({ histories }) =>
      histories.some(({ action }) => action === "return-credit:manual-action"),
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(({ id }) => id).sort()).toEqual(holding.map(({ id }) => id).sort());
    const times = rows.map(({ credit_owed_at }) => Date.parse(String(credit_owed_at)));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(rows.every(({ credit_owed }) => Number(credit_owed) >= 0)).toBe(true);
    const since = String(rows[20]?.credit_owed_at);
    expect((await every({ creditOwed: true, creditOwedSince: since })).map(({ id }) => id)).toEqual(
      rows.slice(times.indexOf(Date.parse(since))).map(({ id }) => id),
    );
    const [other] = await every({ statusCodes: ["hold"] });
    expect(other).not.toHaveProperty("credit_owed");
  });
});
