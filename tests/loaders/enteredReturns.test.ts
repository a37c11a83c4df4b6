import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { itemOf } from "#contract/envelopes.ts";
import { exoStreams } from "#contract/exoJobs.ts";
import { exo, getExos } from "#contract/exos.ts";
import { apiToken } from "#tests/support/apiToken.ts";
import { startPlatform } from "#tests/support/platform.ts";

const appUrl = "http://localhost:4649";
let platform: Awaited<ReturnType<typeof startPlatform>>;
let authorization: string;

beforeAll(async () => {
  platform = await startPlatform({ appUrl, returnPace: 0.1 });
  authorization = `Bearer ${await apiToken(platform.url, appUrl, "clerk@utopia.example")}`;
}, 240_000);
afterAll(() => platform?.stop());

const exos = getExos.path;
const ask = async (path: string, body?: object) => {
  const headers = { authorization, "content-type": "application/json" };
  const asked = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return itemOf(exo).parse(await (await fetch(platform.url + path, asked)).json()).item;
};

test("a return that is handed in to a running platform gets through, job by job", async () => {
  const exchange = {
    Customer: { FirstName: "Mei", LastName: "Chen", Ap21CustomerCode: "C1", Ap21CustomerIdx: "2" },
    Items: [{ Title: "Loafer", LevelCode: "10200001_BLK_8", Quantity: -1, Cost: 99.95, Total: -99.95 }],
  };
  const entering = { store: "Clarks", orderId: "10100042", emailAddress: "mei@customer.example", exchange };
  const { id } = await ask(exos, entering);
  await vi.waitFor(
    async () => {
      const { status } = await ask(`${exos}/${id}`);
      expect(status?.code).toBe("completed");
    },
    { timeout: 60_000, interval: 30 },
  );
  const { histories } = await ask(`${exos}/${id}`);
  const done = histories?.filter(({ action }) => action === "process:jobs-done") ?? [];
  const jobs = done.map(({ meta }) => meta?.jobs).reverse();
  expect(jobs).toEqual(exoStreams["return/automatic"].map((job) => JSON.stringify([job])));
}, 90_000);
