import { describe, expect, test } from "vitest";
import { printEntry } from "#tests/support/labels.ts";
import { createJournal } from "./journal.ts";
import type { PrintEntry, PrintState } from "./types.ts";

const entry = (id: string, state: PrintState = "sent", run = "this") => printEntry(id, { state, run });

function storageWith(text?: string) {
  let stored = text ?? null;
  return {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  };
}
const ids = (entries: PrintEntry[]) => entries.map(({ id }) => id);

describe("the journal [labels#journal]", () => {
  test("has the newest first, keeps places, and survives the page", () => {
    const storage = storageWith();
    const journal = createJournal(storage);
    journal.put([entry("1", "waiting"), entry("2", "waiting")]);
    journal.put([entry("3", "waiting")]);
    journal.put([entry("1", "sent")]);
    const after = createJournal(storage).read();
    expect(ids(after)).toEqual(["3", "2", "1"]);
    expect(after.map(({ state }) => state)).toEqual(["waiting", "waiting", "sent"]);
  });

  test("is bounded: settled labels go first, the oldest of them", () => {
    const journal = createJournal(storageWith());
    journal.put([entry("doubt", "unknown")]);
    journal.put(Array.from({ length: 400 }, (_, index) => entry(`s${index}`)));
    const stored = ids(journal.read());
    expect(stored).toHaveLength(300);
    expect(stored).toContain("doubt");
    expect(stored[0]).toBe("s399");
    // A batch of 1,500 lines leaves a record of each, until it was sent.
    journal.put(Array.from({ length: 1_500 }, (_, index) => entry(`w${index}`, "waiting")));
    expect(journal.read().filter(({ state }) => state === "waiting")).toHaveLength(1_500);
    journal.put(Array.from({ length: 1_000 }, (_, index) => entry(`u${index}`, "unknown")));
    expect(journal.read()).toHaveLength(2_000);
  });

  test("reads what is no journal as an empty one, leaves out what is damaged and keeps the rest", () => {
    const good = entry("good");
    const bad = { ...entry("bad"), label: { ...good.label, copies: 1e9 } };
    const texts = ["", "{", "null", "7", '{"a":1}', '[1,null,{"id":"x"}]', '[{"id":"x","state":"printed"}]'];
    for (const text of texts) {
      const journal = createJournal(storageWith(text));
      expect(journal.read(), text).toEqual([]);
      journal.put([good]);
      expect(journal.read(), text).toEqual([good]);
    }
    expect(createJournal(storageWith(JSON.stringify([bad, good]))).read()).toEqual([good]);
  });

  test("says what pages that are gone had on their way, and leaves those of living ones alone", () => {
    const journal = createJournal(storageWith());
    journal.put([
      entry("waited", "waiting", "gone"),
      entry("left", "sending", "gone"),
      entry("done", "sent", "gone"),
      entry("elsewhere", "sending", "alive"),
    ]);
    journal.recover((run) => run === "alive", 5);
    const states = Object.fromEntries(journal.read().map(({ id, state }) => [id, state]));
    expect(states).toEqual({ waited: "stopped", left: "unknown", done: "sent", elsewhere: "sending" });
  });

  test("goes on without a storage that keeps anything, and says so", () => {
    const journal = createJournal({
      getItem: () => null,
      setItem() {
        throw new Error("The quota has been exceeded.");
      },
    });
    journal.put([entry("1")]);
    journal.put([entry("2")]);
    expect(ids(journal.read())).toEqual(["2", "1"]);
    expect(journal.problem()).toBe("The quota has been exceeded.");
  });
});
