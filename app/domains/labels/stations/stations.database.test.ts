import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bootLabel } from "#tests/support/labels.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { defaultMedia } from "../label.ts";
import { awayMs, barcodeToPrice, maxOpenJobs, presenceOf, type Turn } from "./queue.ts";
import type { JobReport, StationJob } from "./station.ts";
import { createStations } from "./stations.server.ts";
import { labelStations } from "./tables.ts";

const label = { ...bootLabel, copies: 1 };
const jobsOf = (...titles: string[]) => titles.map((title) => ({ title, label }));

const lee = { by: "Lee" };
const zebra = { printer: "Zebra", language: "ZPL", media: defaultMedia } as const;
let names = 0;
const newName = () => {
  names += 1;
  return `Dock Zebra ${names}`;
};

onPortalDatabases((database) => {
  async function opened() {
    let now = 1_000_000;
    const sent: string[] = [];
    const noteSent = async (_: unknown, alias: string, jobs: readonly StationJob[]) =>
      void sent.push(...jobs.map(({ title, by }) => `${title} of ${by} in ${alias}`));
    const stations = createStations(database(), () => now, noteSent);
    const elsewhere = createStations(
      database.watchedBy((call) => call()),
      () => now,
      noteSent,
    );
    // A store has a limited number of stations.
    await database().delete(labelStations);
    const name = newName();
    const station = await stations.open("CLK", name);
    const id = station?.id ?? "";
    const caller = (page: string, browser = page, isAlone = true): Turn => ({
      ...{ page, browser, isAlone, printer: zebra, problem: "" },
    });
    const turn = (from: Turn, update: Partial<Turn> = {}) => stations.turn("CLK", id, { ...from, ...update });
    const taken = async (from: Turn, lease: string) => {
      const answer = await turn(from, { lease });
      return answer?.is === "working" ? answer.job?.title : answer?.is;
    };
    const report = (from: Turn, lease: string, is: JobReport["is"], reason = "") =>
      turn(from, { reports: [{ lease, is, reason }] });
    const presence = async () => {
      const station = await stations.read("CLK", id);
      return station && presenceOf(station, now);
    };
    const states = async () =>
      (await stations.read("CLK", id))?.jobs.map(({ title, state }) => `${title} ${state}`);
    const jobOf = async (title: string) =>
      (await stations.read("CLK", id))?.jobs.find((job) => job.title === title)?.id ?? "";
    const pass = (ms: number) => {
      now += ms;
    };
    return {
      ...{ stations, elsewhere, name, id, caller, turn, taken, report, presence, states, jobOf, pass, sent },
    };
  }

  describe("a label at a station [labels#station-once]", () => {
    test("is handed over once, however often and by whom it is asked for", async () => {
      const { stations, id, caller, taken, states } = await opened();
      await stations.print("CLK", id, jobsOf("one", "two"), lee);
      const page = caller("page");
      expect(await taken(page, "lease-1")).toBe("one");
      expect(await taken(page, "lease-1"), "the answer was lost, and it is asked again").toBe("one");
      expect(await taken(caller("other"), "lease-2"), "somebody works there").toBe("taken");
      const both = await Promise.all([taken(page, "lease-3"), taken(page, "lease-4")]);
      expect(both.filter(Boolean)).toEqual(["two"]);
      expect(await states()).toEqual(["one sending", "two sending"]);
    });

    test("bears what its printer can't print as it is, also when its answer was lost", async () => {
      const { stations, id, caller, turn } = await opened();
      const [cut] = jobsOf("cut").map((job) => ({ ...job, label: { ...label, name: "Boot ".repeat(60) } }));
      await stations.print("CLK", id, cut ? [cut] : [], lee);
      const page = caller("page");
      const [first, again] = [await turn(page, { lease: "lease-1" }), await turn(page, { lease: "lease-1" })];
      for (const answer of [first, again])
        expect(answer?.job?.notices?.join()).toContain("longer than the label and was cut");
    });

    test("is handed over once by two processes at the same moment", async () => {
      const { stations, elsewhere, id, caller, states } = await opened();
      const titles = Array.from({ length: 12 }, (_, at) => String(at));
      await Promise.all(
        titles.map((title, at) => (at % 2 ? stations : elsewhere).print("CLK", id, jobsOf(title), lee)),
      );
      const asks = titles.map((_, at) => ({ ...caller("page"), lease: `lease-${at}` }));
      const turns = asks.map((ask, at) => (at % 2 ? stations : elsewhere).turn("CLK", id, ask));
      const answers = await Promise.all(turns);
      const handed = answers.map((answer) => answer?.is === "working" && answer.job?.title);
      expect(handed.map(String).sort()).toEqual([...titles].sort());
      expect(await states()).toHaveLength(titles.length);
    });

    test("goes to another page at once when the page before it says that it leaves", async () => {
      const { stations, id, caller, turn, taken } = await opened();
      await stations.print("CLK", id, jobsOf("one"), lee);
      expect(await taken(caller("page", "first"), "lease-1")).toBe("one");
      await stations.print("CLK", id, jobsOf("two"), lee);
      await turn(caller("other"), { leaves: true });
      expect(await taken(caller("other", "second"), "lease-2"), "only its own page leaves").toBe("taken");
      await turn(caller("page"), { leaves: true });
      expect(await taken(caller("other", "second"), "lease-3")).toBe("two");
    });

    test("is sent, or not sent, by what its own hand-over says, once", async () => {
      const { stations, id, caller, taken, states, jobOf, report } = await opened();
      await stations.print("CLK", id, jobsOf("one", "two"), lee);
      const page = caller("page");
      await taken(page, "lease-1");
      await report(page, "lease-1", "waiting");
      expect(await states(), "it never reached the print service").toEqual(["one waiting", "two waiting"]);
      expect(await taken(page, "lease-2")).toBe("one");
      await report(page, "lease-1", "sent");
      expect(await states(), "an older hand-over counts no more").toEqual(["one sending", "two waiting"]);
      await report(page, "lease-2", "failed", "No paper");
      await report(page, "lease-2", "sent");
      expect(await states()).toEqual(["one failed", "two waiting"]);
      const one = await jobOf("one");
      expect(await stations.command("CLK", id, { id: one, command: "again" }, "Mia")).toBeDefined();
      expect(
        await stations.command("CLK", id, { id: one, command: "again" }, "Mia"),
        "pressed twice",
      ).toBeUndefined();
      expect(await states()).toEqual(["two waiting", "one waiting"]);
    });

    test("waits while the station's page is away, and comes out when it is back [labels#station-queue]", async () => {
      const { stations, id, caller, taken, pass } = await opened();
      await taken(caller("page", "browser"), "lease-1");
      pass(10 * awayMs);
      await stations.print("CLK", id, jobsOf("one"), lee);
      expect(await taken(caller("next", "browser"), "lease-2")).toBe("one");
    });

    test("is told of once it was sent, once, whether its page says so or a person", async () => {
      const { stations, id, caller, taken, jobOf, sent, report } = await opened();
      await stations.print("CLK", id, jobsOf("one", "two"), lee);
      await taken(caller("page", "first"), "lease-1");
      expect(sent, "a label that is handed over may not come out").toEqual([]);
      for (const _ of [1, 2]) await report(caller("page", "first"), "lease-1", "sent");
      expect(sent).toEqual(["one of Lee in CLK"]);
      await taken(caller("page", "first"), "lease-2");
      await report(caller("page", "first"), "lease-2", "unknown");
      const two = await jobOf("two");
      for (const _ of [1, 2]) await stations.command("CLK", id, { id: two, command: "came" }, "Mia");
      expect(sent).toEqual(["one of Lee in CLK", "two of Lee in CLK"]);
    });

    test("that a browser took with it may have been printed: only a person has it printed again", async () => {
      const { stations, id, caller, taken, states, jobOf, pass, report } = await opened();
      await stations.print("CLK", id, jobsOf("one", "two", "three"), lee);
      expect(await taken(caller("page", "first"), "lease-1")).toBe("one");
      expect(await taken(caller("page", "first"), "lease-2")).toBe("two");
      expect(await taken(caller("other", "second"), "lease-3")).toBe("taken");
      pass(awayMs);
      expect(await taken(caller("other", "second"), "lease-4")).toBe("three");
      expect(await states()).toEqual(["one unknown", "two unknown", "three sending"]);
      await report(caller("page", "first"), "lease-1", "sent");
      expect(await states(), "it came back and told").toEqual(["one sent", "two unknown", "three sending"]);
      await stations.command("CLK", id, { id: await jobOf("two"), command: "again" }, "Mia");
      await report(caller("page", "first"), "lease-2", "sent");
      expect(await states()).toEqual(["one sent", "three sending", "two waiting"]);
    });

    test("that an earlier page of the same browser took is asked after in its journal", async () => {
      const { stations, id, caller, turn, taken, states, report } = await opened();
      await stations.print("CLK", id, jobsOf("one", "two"), lee);
      await taken(caller("page", "browser"), "lease-1");
      expect(await taken(caller("next", "browser", false), "lease-2"), "the first page lives").toBe("taken");
      const answer = await turn(caller("next", "browser"));
      expect(answer).toMatchObject({ is: "working", jobs: [{ state: "sending", lease: "lease-1" }, {}] });
      await report(caller("next", "browser"), "lease-1", "sent");
      expect(await states()).toEqual(["one sent", "two waiting"]);
    });

    test("is taken back only while it waits or was not sent; then the station can end [labels#station-queue, labels#station-end]", async () => {
      const { stations, id, caller, taken, states, jobOf } = await opened();
      await stations.print("CLK", id, jobsOf("one", "two"), lee);
      await taken(caller("page"), "lease-1");
      expect(
        await stations.command("CLK", id, { id: await jobOf("one"), command: "remove" }, "Mia"),
      ).toBeUndefined();
      expect(
        await stations.command("CLK", id, { id: await jobOf("two"), command: "remove" }, "Mia"),
      ).toBeDefined();
      expect(await states()).toEqual(["one sending", "two stopped"]);
      expect(await stations.end("CLK", id), "a label is under way").toBe(false);
    });

    test("is not handed over while the station is paused, nor printed by itself after a day [labels#station-queue]", async () => {
      const { stations, name, id, caller, taken, states, pass } = await opened();
      await stations.print("CLK", id, jobsOf("one"), lee);
      expect((await stations.list("CLK")).map((one) => one.name)).toContain(name);
      await stations.set("CLK", id, { isPaused: true });
      expect(await taken(caller("page"), "lease-1")).toBeUndefined();
      pass(25 * 3600_000);
      await stations.set("CLK", id, { isPaused: false });
      expect(await taken(caller("page"), "lease-2")).toBeUndefined();
      expect(await states()).toEqual(["one failed"]);
      expect(await stations.end("CLK", id)).toBe(true);
      expect((await stations.list("CLK")).map((one) => one.name)).not.toContain(name);
    });

    test("that a page took away for good is left to a person after ten minutes, who can settle it and end the station [labels#station-once]", async () => {
      const { stations, id, caller, taken, states, jobOf, pass, report } = await opened();
      await stations.print("CLK", id, jobsOf("one"), lee);
      await taken(caller("page"), "lease-1");
      pass(11 * 60_000);
      expect(await states()).toEqual(["one unknown"]);
      expect(
        await stations.command("CLK", id, { id: await jobOf("one"), command: "came" }, "Mia"),
      ).toBeDefined();
      await report(caller("page"), "lease-1", "failed");
      expect(await states(), "what it says later counts no more").toEqual(["one sent"]);
      expect(await stations.end("CLK", id)).toBe(true);
    });

    test("is handed over at the price of now: a changed one is left to a person, and one press prints the new [labels#true-price]", async () => {
      const { stations, id, caller, turn, states, jobOf, pass } = await opened();
      const priced = { barcode: "1", book: "Clarks Web", price: label.price };
      const typed = { ...priced, price: "1.00" };
      const queued = [
        { title: "typed", label, priced: typed },
        ...["one", "two"].map((title) => ({ title, label, priced })),
      ];
      const at = (text: string) => ({
        prices: {
          barcodes: ["1"],
          product: { price: { text, from: "", book: "Clarks Web" }, otherPrices: [] },
        },
      });
      await stations.print("CLK", id, queued, lee);
      const page = caller("page");
      const handed = async (lease: string, prices = {}) => {
        const answer = await turn(page, { lease, ...prices });
        await turn(page, { reports: [{ lease, is: "sent", reason: "" }] });
        return answer?.is === "working" ? answer.job?.label.price : answer?.is;
      };
      const due = async () => {
        const station = await stations.read("CLK", id);
        return station && barcodeToPrice(station, at0());
      };
      const at0 = () => 1_000_000 + passed;
      let passed = 0;
      const wait = (ms: number) => {
        pass(ms);
        passed += ms;
      };
      wait(3600_000);
      expect(await due(), "a typed price stays").toBeUndefined();
      expect(await handed("lease-1")).toBe(label.price);
      expect(await due()).toBe("1");
      expect(await handed("lease-2"), "not at a price of an hour ago").toBeUndefined();
      expect(await handed("lease-3", at("49.00"))).toBeUndefined();
      expect(await states()).toEqual(["typed sent", "one failed", "two failed"]);
      const one = (await stations.read("CLK", id))?.jobs.find(({ title }) => title === "one");
      expect(one?.reason).toContain(`$${label.price} → $49.00`);
      await stations.command("CLK", id, { id: await jobOf("one"), command: "again" }, "Mia");
      expect(await handed("lease-4")).toBe("49.00");
    });

    test("waits for ten minutes where nobody is signed in, then it is left to a person, and the next one prints", async () => {
      const { stations, id, caller, turn, pass, states } = await opened();
      const priced = { barcode: "1", book: "Clarks Web", price: label.price };
      const print = (title: string) => stations.print("CLK", id, [{ title, label, priced }], lee);
      const isUnattended = true;
      await print("old");
      pass(9 * 60_000);
      await print("fresh");
      expect(await turn(caller("page"), { lease: "lease-1", isUnattended })).toMatchObject({
        job: { title: "old" },
      });
      await turn(caller("page"), { reports: [{ lease: "lease-1", is: "waiting", reason: "" }] });
      pass(2 * 60_000);
      expect(await turn(caller("page"), { lease: "lease-2", isUnattended })).toMatchObject({
        job: { title: "fresh" },
      });
      expect(await states()).toEqual(["old failed", "fresh sending"]);
      const job = (await stations.read("CLK", id))?.jobs[0];
      const product = { price: { text: label.price, from: "", book: "Clarks Web" }, otherPrices: [] };
      const command = { id: job?.id ?? "", command: "again" } as const;
      await stations.command("CLK", id, command, "Mia", { barcodes: ["1"], product });
      await turn(caller("page"), { reports: [{ lease: "lease-2", is: "sent", reason: "" }] });
      const again = await turn(caller("page"), { lease: "lease-3", isUnattended });
      expect(again, "whoever asks for it again has its price read").toMatchObject({ job: { title: "old" } });
    });

    test("that was sent is printed again as another one, once however often it is asked for, at the price of now [labels#journal, labels#true-price]", async () => {
      const { stations, id, caller, turn, taken, states, report } = await opened();
      const priced = { barcode: "1", book: "Clarks Web", price: label.price };
      await stations.print("CLK", id, [{ id: "one", title: "one", label, priced }], lee);
      await taken(caller("page"), "lease-1");
      await report(caller("page"), "lease-1", "sent");
      const again = { commands: [{ id: "one", command: "again", as: "another1" }] as const };
      for (const _ of [1, 2]) await turn(caller("page"), again);
      expect(await states()).toEqual(["one sent", "one waiting"]);
      expect(await taken(caller("page"), "lease-2"), "its price is read first").toBeUndefined();
    });

    test("that somebody discards counts no more, and is not sent if it waits [labels#void, labels#last-labels]", async () => {
      const { stations, id, caller, turn, taken, states, report, sent } = await opened();
      await stations.print(
        "CLK",
        id,
        ["one", "two"].map((title) => ({ id: title, title, label })),
        lee,
      );
      await taken(caller("page"), "lease-1");
      await turn(caller("page"), { commands: ["one", "two"].map((id) => ({ id, command: "void" })) });
      await report(caller("page"), "lease-1", "sent");
      expect(await states()).toEqual(["one sent", "two stopped"]);
      expect(sent).toEqual([]);
    });

    test("that lies in the queue of a printer that does not print counts once that goes on [labels#last-labels, labels#printer-state]", async () => {
      const { stations, id, caller, turn, taken, sent } = await opened();
      await stations.print("CLK", id, jobsOf("one"), lee);
      await taken(caller("page"), "lease-1");
      const is = { lease: "lease-1", is: "sent", reason: "" } as const;
      await turn(caller("page"), { reports: [{ ...is, hold: "paused" }] });
      expect(sent).toEqual([]);
      for (const _ of [1, 2]) await turn(caller("page"), { reports: [is] });
      expect(sent).toEqual(["one of Lee in CLK"]);
    });

    test("is refused whole where there is no room for all of the press, 2,000 at most [labels#station-queue]", async () => {
      const { stations, id, states } = await opened();
      const many = Array.from({ length: maxOpenJobs - 1 }, (_, number) => `label ${number}`);
      await stations.print("CLK", id, jobsOf(...many), lee);
      expect(await stations.print("CLK", id, jobsOf("one", "two"), lee)).toBeUndefined();
      expect(await states()).toHaveLength(maxOpenJobs - 1);
    });
  });

  test("a station is ready, held by its printer, paused, or away once its page is silent for 20 seconds [labels#station-state]", async () => {
    const { stations, id, caller, turn, presence, pass } = await opened();
    expect(await presence()).toBe("away");
    await turn(caller("page"));
    expect(await presence()).toBe("ready");
    await turn({ ...caller("page"), problem: "The printer is paused." });
    expect(await presence()).toBe("held");
    await stations.set("CLK", id, { isPaused: true });
    expect(await presence()).toBe("paused");
    pass(20_000);
    expect(await presence()).toBe("away");
  });

  test("a station is there as long as it is used, for 30 days [labels#stations]", async () => {
    const { stations, id, name } = await opened();
    const leave = (days: number) =>
      database()
        .update(labelStations)
        .set({ expiresAt: sql`${labelStations.expiresAt} - make_interval(days => ${days})` })
        .where(eq(labelStations.id, id));
    await leave(29);
    await stations.print("CLK", id, jobsOf("one"), lee);
    await leave(29);
    expect((await stations.read("CLK", id))?.jobs).toHaveLength(1);
    await leave(2);
    expect(await stations.read("CLK", id)).toBeUndefined();
    expect(await stations.list("CLK")).toEqual([]);
    expect(await stations.print("CLK", id, jobsOf("late"), lee), "it does not come back").toBeUndefined();
    expect(await stations.read("CLK", id)).toBeUndefined();
    expect(await stations.open("CLK", name), "its name is free").toBeDefined();
  });

  test("what its page has printed is remembered with that, or neither is", async () => {
    const stations = createStations(
      database(),
      () => 1_000_000,
      async () => Promise.reject(new Error("nothing can be remembered")),
    );
    const station = await stations.open("CLK", newName());
    const id = station?.id ?? "";
    await stations.print("CLK", id, jobsOf("one"), lee);
    const page = { page: "page", browser: "page", isAlone: true, printer: zebra, problem: "" };
    await stations.turn("CLK", id, { ...page, lease: "lease-1" });
    const report = { lease: "lease-1", is: "sent", reason: "" } as const;
    await expect(stations.turn("CLK", id, { ...page, reports: [report] })).rejects.toThrow("remembered");
    expect((await stations.read("CLK", id))?.jobs).toMatchObject([{ state: "sending" }]);
  });

  test("a store has one station of a name [labels#stations]", async () => {
    const { stations, name } = await opened();
    expect(await stations.open("CLK", name.toLowerCase())).toBeUndefined();
    expect(await stations.open("RBK", name)).toBeDefined();
  });
});
