import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { exoStreams } from "#contract/exoJobs.ts";
import type { Exo } from "#contract/exos.ts";
import { orderRecord } from "#contract/orders.ts";
import { enterDemoExo } from "#platform/jobs/enterDemoExo.ts";
import { useApi } from "#tests/support/api.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { exoBench, exoCustomer, exoItem } from "#tests/support/exoBench.ts";

/** The jobs that a return's history lists, in the order in which they happened. */
const jobsIn = ({ histories }: Exo, action: string): string[] =>
  (histories ?? [])
    .filter((entry) => entry.action === action)
    .flatMap(({ meta }) => z.array(z.string()).parse(JSON.parse(String(meta?.jobs))))
    .reverse();

describe.each(testDatabases())("the jobs of returns on $name", ({ open }) => {
  const used = useApi(open);

  const { listed, every, read, act, enter, returning, reaches } = exoBench(() => used.api);

  test("a valid return runs through its seventeen jobs in order, each once", async () => {
    const id = await returning();
    const done = await reaches(id, "completed");
    expect(jobsIn(done, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
    expect(jobsIn(done, "process:jobs")).toEqual([...exoStreams["return/automatic"]]);
    expect(done.ra_number).toMatch(/^RA\d{7}$/);
    expect(done.references?.map(({ type }) => type)).toEqual([
      "return-consignment",
      "ap21-return-order",
      "return-label",
      "return-slip",
      "email-transmission",
      "email-transmission",
    ]);
    expect(done.actions).toEqual([]);
    const actions = done.histories?.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        "return-order:items-received",
        "return-order:completed",
        "return-credit:manual-action",
      ]),
    );
    expect((await listed({ raNumber: done.ra_number ?? "" })).rows.map((row) => row.id)).toEqual([id]);
  });

  test("triage hands exchanges to people, and fails a return with holes in words", async () => {
    const exchange = await reaches(
      await enter({ Customer: exoCustomer, Items: [exoItem, { ...exoItem, Quantity: 1 }] }),
      "manual",
    );
    expect(exchange.status).toMatchObject({ stream: "return/manual", step: "await-return-details" });
    expect(exchange.references?.map(({ type }) => type)).toEqual(["helpdesk-ticket"]);
    const holes = await reaches(
      await enter({ Customer: {}, Items: [{ ...exoItem, LevelCode: "" }] }),
      "failed",
    );
    const [entry] = holes.histories ?? [];
    expect(entry).toMatchObject({ action: "triage:failure:exchange-validation" });
    expect(entry?.meta?.message).toContain("no level code");
    const nothing = await reaches(await enter(null), "failed");
    expect(nothing.histories?.[0]?.action).toBe("process:failure:unprocessable");
  });

  test("a job that meets a refusal fails under its own code, and a retry goes on from there", async () => {
    const cases = [
      ["create-return-shipment", "refuse:1", "return-shipment:submit:failure"],
      ["retrieve-ap21-ra-number", "break", "process:failure:unhandled"],
      ["update-return-shipment", "refuse:1", "return-shipment:update:failure"],
      ["update-return-shipment", "unknown:1", "return-shipment:update:notfound"],
      ["acquire-shipment-labels", "refuse:1", "return-shipment:acquire-labels:failure"],
      ["acquire-shipment-labels", "unstorable", "return-shipment:store-labels:failure"],
      ["finalise-shipment-order", "refuse:1", "return-shipment:finalise-order:failure"],
      ["send-shipment-email", "refuse:1", "return-shipment-email:send:failure"],
      ["finalise-shipment-order", "busy", "return-shipment:finalise-order:failure"],
    ] as const;
    for (const [job, word, code] of cases) {
      const id = await returning({ [job]: word });
      const failed = await reaches(id, "failed");
      expect(failed, `${job} ${word}`).toMatchObject({
        status: { step: job },
        actions: [{ key: "retry" }, { key: "move-to-manual" }, { key: "reject" }],
      });
      expect(failed.histories?.[0]).toMatchObject({ action: code, meta: { job } });
      expect((await act(id, "retry")).status).toBe(200);
      if (word.endsWith(":1")) {
        const done = await reaches(id, "completed");
        expect(jobsIn(done, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
        continue;
      }
      await reaches(id, "failed");
      expect((await act(id, "move-to-manual")).status).toBe(200);
      await reaches(id, "manual");
    }
  }, 240_000);

  test("a shipment that is not free, and a helpdesk that refuses, end with people", async () => {
    const charged = await reaches(await returning({ "create-return-shipment": "charge" }), "manual");
    expect(charged.histories?.map(({ action }) => action)).toContain("return-shipment:non-free");
    const script = { "create-helpdesk-return-ticket": "refuse:1" };
    const id = await enter({
      Customer: exoCustomer,
      Items: [{ ...exoItem, Quantity: 2 }],
      Simulated: script,
    });
    const failed = await reaches(id, "failed");
    expect(failed.histories?.[0]?.action).toBe("helpdesk:submit:failure");
    await act(id, "retry");
    await reaches(id, "manual");
    await act(id, "complete");
    expect((await read(id)).status?.code).toBe("completed");
  });

  test("a busy company is asked again by itself; an event that stays away leaves a stale return", async () => {
    const patient = await reaches(await returning({ "finalise-shipment-order": "busy:3" }), "completed");
    const tries = jobsIn(patient, "process:jobs").filter((job) => job === "finalise-shipment-order");
    expect(tries).toHaveLength(4);
    expect(jobsIn(patient, "process:jobs-done")).toEqual([...exoStreams["return/automatic"]]);
    const stale = await reaches(await returning({ "await-ap21-return-received": "never" }), "stale");
    expect(stale.histories?.slice(0, 2).map(({ action }) => action)).toEqual([
      "process:stale",
      "process:stalled",
    ]);
    expect(stale.actions?.map(({ key }) => key)).toEqual(["retry", "hold", "move-to-manual", "reject"]);
  });

  test("a return at a step, a status or a stream that nobody knows is put aside in words", async () => {
    const due = async (word: string) => {
      const [found] = await every({ orderId: `ODD-${word}-` });
      const id = found?.id ?? "";
      await used.connection.executeSql("update exos set step_at = now() where id = $1", [id]);
      await returning();
      return vi.waitFor(async () => {
        const [entry] = (await read(id)).histories ?? [];
        expect(entry?.action).toMatch(/^process:(failure|skip):/);
        return { id, action: entry?.action };
      }, 20_000);
    };
    expect(await due("UNKNOWNSTATUS")).toMatchObject({ action: "process:failure:code-not-recognised" });
    const stuck = await due("UNKNOWNSTEP");
    expect(stuck.action).toBe("process:failure:no-matching-jobs");
    expect((await read(stuck.id)).status?.code).toBe("failed");
    expect(await due("2000HISTORY")).toMatchObject({ action: "process:skip:code-unprocessable" });
  });

  test("the demo's own returns come from orders that are there, and are processed like any other", async () => {
    const name = await enterDemoExo(used.connection.database, new Date());
    await returning();
    const [entered] = await every({ searchTerm: name ?? "" });
    expect(entered?.name).toBe(name);
    const query = new URLSearchParams({ storegroup: "", page: "1", pagesize: "20" });
    query.set("orderQuery", entered?.original_order_id ?? "");
    const orders = z.array(orderRecord).parse((await used.api.get(`/api/getorders?${query}`)).body);
    expect(orders.map(({ order }) => order?.sourceId)).toContain(entered?.original_order_id);
    await vi.waitFor(async () => {
      const { status, histories } = await read(entered?.id ?? "");
      expect(["new", "active"]).not.toContain(status?.code);
      expect(histories?.at(-1)?.action).toBe("process:run");
    }, 20_000);
  });
});
