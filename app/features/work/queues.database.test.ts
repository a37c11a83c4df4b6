import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { BulkKind } from "#app/core/commands/bulkKind.server.ts";
import { cases } from "#tests/support/models.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";
import type { End } from "./queue.ts";

afterEach(() => {
  vi.useRealTimers();
});

onPortalDatabases((database) => {
  const portal = portalOn(database, () => import("./queues.server.ts"));

  type Move = { who: 0 | 1; does: "act" | "actTwice" | "skip" | "next" | "previous" | "back" | "handOver" };
  type Event = { world: "comes" | "leaves" | "returns" | "time"; at: number };

  const moves = fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    does: fc.constantFrom<Move["does"]>(
      "act",
      "act",
      "actTwice",
      "skip",
      "next",
      "previous",
      "back",
      "handOver",
    ),
  });
  const events = fc.record({
    world: fc.constantFrom<Event["world"]>("comes", "leaves", "returns", "time", "time"),
    at: fc.nat(30),
  });

  /** The records of a list, and how often each was acted on since it is in it. */
  function newWorld(many: number) {
    const listed = Array.from({ length: many }, (_, index) => `r${index}`);
    const gone: string[] = [];
    let made = many;
    const leave = (id: string | undefined) => {
      const at = id === undefined ? -1 : listed.indexOf(id);
      if (at >= 0) gone.push(...listed.splice(at, 1));
      return at >= 0;
    };
    const happen = ({ world, at }: Event) => {
      if (world === "comes") listed.splice(at % (listed.length + 1), 0, `r${made++}`);
      if (world === "leaves") leave(listed[at % Math.max(1, listed.length)]);
      if (world === "returns") listed.unshift(...gone.splice(at % Math.max(1, gone.length), 1));
      if (world === "time") vi.advanceTimersByTime(16_000);
    };
    return { listed, leave, happen };
  }

  const listHref = "/returns/?status=failed";

  /** Somebody who works through the list of this world, and notices whatever is untrue. */
  async function newPerson(world: ReturnType<typeof newWorld>, subject: string) {
    const { endRecord, queueOf, readQueue, startQueue, wayOn, wayOnAfter } = portal();
    const user = { ...userOf(new Request("https://portal.example/")), subject };
    const pageSize = 3;
    const kind: BulkKind = {
      ...{ key: "returns", one: "return", many: "returns" },
      recordRef: (_, id) => ({ kind: "return", store: "", id }),
      open: async () => ({
        ...{ user, listHref, title: "Returns" },
        page: async (page) => ({
          rows: world.listed.slice((page - 1) * pageSize, page * pageSize),
          hasNext: page * pageSize < world.listed.length,
        }),
        row: () => {
          throw new Error("No row is asked for");
        },
      }),
    };
    const requestOf = (address: string) => new Request(`https://portal.example${address}`);
    const idOf = (address: string) => /^\/returns\/([^/?]+)\?/.exec(address)?.[1];
    const places = new Map<string, number>();
    const opened: string[] = [];
    const done = new Map<string, End["is"]>();
    let here = await startQueue("returns", await kind.open({ request: requestOf("/"), params: {} }, ""), {
      ...{ alias: "", list: "?status=failed" },
    });
    const work = /(?:work=|queues\/)([\w-]+)/.exec(here)?.[1] ?? "";

    async function look() {
      const id = idOf(here);
      if (id === undefined) return undefined;
      const request = requestOf(here);
      const view = await queueOf(kind, { request }, user);
      const queue = await readQueue(user, work);
      expect(queue?.entries[(view?.at ?? 0) - 1]?.id, "the place that is named").toBe(id);
      expect(view?.of).toBe(queue?.entries.length);
      expect(places.get(id) ?? view?.at, "a record's place").toBe(view?.at);
      places.set(id, view?.at ?? 0);
      opened.push(id);
      return view;
    }
    /** Goes where the queue leads, which is no record that was done with. */
    function go(to: string | undefined) {
      if (to === undefined) return;
      const id = idOf(to);
      if (id !== undefined) expect(done.has(id), `${id} is offered again`).toBe(false);
      here = to;
    }
    const ends = (id: string, is: End["is"]) => {
      const before = done.get(id);
      if (before === undefined || before === "skipped") done.set(id, is);
    };

    async function move(does: Move["does"]) {
      const view = await look();
      const id = idOf(here);
      if (!view || id === undefined) return go(await wayOnNow());
      switch (does) {
        case "act":
        case "actTwice": {
          // The service takes an action as long as it offers it; the portal then leads on.
          if (!world.leave(id)) return move("skip");
          const request = requestOf(here.replace("?", "/actions/retry?"));
          const receipt = { verb: "Submitted", object: "Retry for exchange order", name: id };
          const first = await wayOnAfter(user, request, receipt, "token");
          ends(id, "acted");
          if (does === "actTwice") expect(await wayOnAfter(user, request, receipt, "token")).toEqual(first);
          return go(first?.to);
        }
        case "skip":
        case "handOver": {
          const end =
            does === "skip"
              ? ({ is: "skipped", name: id } as const)
              : ({ is: "handed", what: "B", name: id } as const);
          const queue = await endRecord(user, work, id, end);
          ends(id, end.is);
          return go(queue && wayOn(queue, work, id));
        }
        case "next":
        case "previous":
          here = view[does]?.href ?? here;
          return;
        case "back": {
          const before = opened.at(-2);
          if (before !== undefined) here = here.replace(id, before);
        }
      }
    }
    async function wayOnNow() {
      const queue = await readQueue(user, work);
      return queue && wayOn(queue, work, "");
    }
    /** Skips whatever is left, from where the person is. */
    async function finish() {
      vi.advanceTimersByTime(16_000);
      await look();
      await move("skip");
      while (idOf(here) !== undefined) await move("skip");
      const { entries = [] } = (await readQueue(user, work)) ?? {};
      for (const { id, end } of entries) {
        expect(end, `${id} is done with`).toBeDefined();
        expect(opened, "each was offered").toContain(id);
        expect(done.get(id) ?? "left", "what was done stays").toBe(end?.is);
      }
    }
    return { move, finish };
  }

  test("two people work through one list while records leave and come: each is offered until it is done with, none twice, and its place is true [queue#place, queue#next]", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(9),
        fc.array(fc.oneof({ weight: 3, arbitrary: moves }, { weight: 1, arbitrary: events }), {
          maxLength: 50,
        }),
        async (many, schedule) => {
          vi.useFakeTimers({ toFake: ["Date"] });
          runs += 1;
          const world = newWorld(many);
          const people = [
            await newPerson(world, `one${runs}`),
            await newPerson(world, `two${runs}`),
          ] as const;
          for (const step of schedule)
            if ("world" in step) world.happen(step);
            else await people[step.who].move(step.does);
          for (const { finish } of people) await finish();
        },
      ),
      { numRuns: cases(60) },
    );
  });

  test("a person has one queue for a list, which starting again starts over, and ten at most [queue#start]", async () => {
    const { readQueue, startQueue } = portal();
    const user = { ...userOf(new Request("https://portal.example/")), subject: "starter" };
    const start = async (list: string) => {
      const page = async () => ({ rows: ["r1", "r2"], hasNext: false });
      const row = () => {
        throw new Error("No row is asked for");
      };
      const place = { user, listHref: `/returns/${list}`, title: "Returns", page, row };
      const to = await startQueue("returns", place, { alias: "", list });
      return /work=([\w-]+)/.exec(to)?.[1] ?? "";
    };
    const first = await start("?order=0");
    expect(await start("?order=0")).toBe(first);
    const others: string[] = [];
    for (let number = 1; number <= 10; number += 1) others.push(await start(`?order=${number}`));
    expect(new Set([first, ...others]).size).toBe(11);
    const isThere = async (work: string) => (await readQueue(user, work)) !== undefined;
    expect(await Promise.all([first, ...others].map(isThere))).toEqual([false, ...others.map(() => true)]);
  });
});
