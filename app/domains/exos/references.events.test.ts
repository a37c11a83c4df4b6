import { expect, test } from "vitest";
import { exo } from "#contract/exos.ts";
import { exoEvents } from "./references.ts";

const minute = (at: number) => new Date(Date.UTC(2026, 10, 20, 0, at)).toISOString();
const record = (action: string, at: number, more: object = {}) => {
  return { action, created_at: minute(at), ...more };
};
const jobs = (...names: string[]) => ({ meta: { jobs: JSON.stringify(names) } });

const events = (document: object) => exoEvents(exo.parse({ id: "e", ...document }), [], undefined);
const words = (document: object) => events(document).map(({ kind, what }) => `${kind}: ${what}`);

test("a run of a job is one event: when it ended, else when it began [returns#time-line]", () => {
  const histories = [
    record("process:jobs", 1, jobs("create-return-shipment")),
    record("process:jobs-done", 2, jobs("create-return-shipment")),
    record("process:jobs", 3, jobs("create-shipment-slip")),
  ];
  expect(words({ histories })).toEqual([
    "job: Finished: Create return shipment",
    "job: Started: Create shipment slip",
  ]);
  expect(events({ histories })[0]).toMatchObject({ at: minute(2), lines: ["Took 60 s"] });
  const run = jobs("acquire-shipment-labels");
  const failed = [
    record("process:jobs", 1, run),
    record("return-shipment:acquire-labels:failure", 2, { message: "Carrier is down" }),
    record("process:jobs", 3, run),
    record("process:jobs-done", 4, run),
  ];
  expect(words({ histories: failed }).sort()).toEqual([
    "job: Finished: Acquire shipment labels",
    "job: Started: Acquire shipment labels",
    "parcel: The carrier's label could not be fetched.",
  ]);
});

test("internal processing entries are omitted, and an unreadable list of jobs is not [returns#time-line]", () => {
  const histories = [
    record("process:run", 1),
    record("process:actions", 2),
    record("process:actions-done", 3),
    record("process:jobs", 4, { meta: { jobs: "[not JSON" } }),
  ];
  expect(words({ histories })).toEqual(["job: Jobs were started"]);
});

test("every kind is distinguished, and its author named", () => {
  const shown = events({
    histories: [
      record("action:hold", 1, { message: "Put on Hold", meta: { user: "riley@x.example" } }),
      record("action:resume", 2, { meta: { user: { name: "Kim Lee" } } }),
      record("return-shipment-email:send:failure", 3),
      record("process:stale", 4),
    ],
  });
  expect(shown.map(({ kind, by, tone }) => [kind, by, tone])).toEqual([
    ["record", "riley@x.example", undefined],
    ["record", "Kim Lee", undefined],
    ["mail", "", "danger"],
    ["job", "", "danger"],
  ]);
});

test("mails show their outcome, and a parcel links to its carrier [returns#time-line]", () => {
  const bounced = { recipient_email: "kim@x.example", transmission_status: "bounced" };
  const email = { type: "email-transmission", source: "Mailer", title: "Shipment email", meta: bounced };
  const consignment = { type: "return-consignment", source: "Post", title: "Consignment C1" };
  const href = "https://post.example/C1";
  const [parcel, mail] = events({
    references: [
      { ...email, created_at: minute(2) },
      { ...consignment, uri: href, meta: { consignment_id: "C1" } },
    ],
  });
  const event = { kind: "parcel", what: "Consignment C1", by: "Post" };
  expect(parcel).toMatchObject({ ...event, link: { label: "Track", href } });
  const lines = ["bounced", "Recipient kim@x.example"];
  expect(mail).toMatchObject({ kind: "mail", tone: "attention", lines, at: minute(2) });
});

test("it includes the parcels of its order and the given credit [returns#time-line]", () => {
  const sent = { key: "o 0", order: "1001", carrier: "Post", conNote: "CN1", units: 2, at: minute(1) };
  const given = { because: "AP21 credit 4711", by: "Riley Clerk", at: minute(9) };
  const parcels = [{ ...sent, trackHref: "https://p.example/" }];
  const lines = ["Con Note CN1 · 2 units"];
  expect(exoEvents(exo.parse({ id: "e" }), parcels, given)).toMatchObject([
    { kind: "parcel", what: "Order 1001 was sent to the customer", by: "Post", lines },
    { kind: "record", by: "Riley Clerk", lines: ["AP21 credit 4711"], tone: "ok" },
  ]);
});

test("20,000 records don't make it slow", () => {
  const histories = Array.from({ length: 20_000 }, (_, at) =>
    record(at % 2 ? "process:jobs-done" : "process:jobs", at, jobs("finish")),
  );
  const document = exo.parse({ id: "e", histories });
  // CPU time, which other processes on the machine don't affect.
  const before = process.cpuUsage();
  expect(exoEvents(document, [], undefined)).toHaveLength(10_000);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
