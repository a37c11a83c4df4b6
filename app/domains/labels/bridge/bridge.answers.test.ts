import { expect, test } from "vitest";
import { readPrinters, readQueueEvent, readRequest, refusalText } from "./bridge.ts";

test("printers: those that have a name, with their drivers", () => {
  const rows = [
    { name: "Bench", driver: "ZDesigner", default: true, connection: "usb" },
    { name: "Raw", driver: null },
    ...[{ driver: "x" }, { name: 1 }, null, "Bench"],
  ];
  expect(readPrinters(rows)).toEqual([{ name: "Bench", driver: "ZDesigner" }, { name: "Raw" }]);
  for (const answer of [undefined, null, "Bench", {}])
    expect(() => readPrinters(answer)).toThrow("can't be read");
});

test("what a queue reports: its printer, its words, and the job where it is about one", () => {
  const printing = { printerName: "Bench", eventType: "JOB", statusText: "COMPLETE" };
  const event = { ...printing, jobId: 3, jobName: "Boot 1" };
  expect(readQueueEvent({ ...event, severity: "INFO" })).toEqual(event);
  expect(readQueueEvent({ ...event, jobId: "3", jobName: null })).toEqual(printing);
  for (const damaged of [{ ...event, eventType: "JOB_DATA" }, { ...event, statusText: 1 }, [], null, "x"])
    expect(readQueueEvent(damaged)).toBeUndefined();
});

test("a request names its job, or the printer that it listens to", () => {
  const print = { call: "print", params: { printer: { name: "Bench" }, options: { jobName: "Boot 1" } } };
  expect(readRequest(JSON.stringify(print))).toEqual({ job: "Boot 1" });
  const listen = '{"call":"printers.startListening","params":{"printerNames":["Bench"]}}';
  expect(readRequest(listen)).toEqual({ listened: "Bench" });
  for (const other of [
    '{"call":"printers.detail"}',
    '{"params":{}}',
    '{"params":{"printerNames":[null]}}',
    "1",
  ])
    expect(readRequest(other)).toEqual({});
});

test("a label that is refused for its signature's age says so, and what to do; any other refusal is in the service's words [labels#old-signature]", () => {
  const now = Date.UTC(2026, 10, 29);
  const at = (minutes: number) => refusalText("Request blocked", now - minutes * 60_000, now);
  expect(at(20)).toContain("signed 20 minutes ago by this computer's clock, and the print service takes 15");
  expect(at(-20)).toContain("clock is 20 minutes behind the portal's");
  for (const fresh of [0, 14, -14]) expect(at(fresh)).toBe("The print service says: Request blocked");
  expect(refusalText("Request blocked"), "without a signature").toBe(
    "The print service says: Request blocked",
  );
});
