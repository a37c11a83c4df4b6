import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TimeLine } from "./TimeLine.tsx";
import { type EventKind, eventsPageSize, type TimeLineEvent, toTimeLine } from "./timeLine.ts";

const event = (key: string, minute: number, more: Partial<TimeLineEvent> = {}): TimeLineEvent => ({
  ...{ key, kind: "record", what: `What ${key}`, by: "", lines: [] },
  at: new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString(),
  ...more,
});

const hrefOf = (of: EventKind | undefined) => `/r?events=${of ?? "all"}`;
const at = (kind?: EventKind, page = 1) => ({ kind, page, hrefOf, pageHref: "/r?records=" });

test("newest first; entries without a readable time come last [screens#time-line]", () => {
  const line = toTimeLine([event("a", 1), event("lost", 0, { at: "?" }), event("c", 3), event("b", 2)], at());
  expect(line.events.map(({ key }) => key)).toEqual(["c", "b", "a", "lost"]);
});

test("it narrows to one kind, and counts every kind that there is", () => {
  const events = [event("a", 1), event("m", 2, { kind: "mail" }), event("n", 3, { kind: "mail" })];
  const line = toTimeLine(events, at("mail"));
  expect(line.events.map(({ key }) => key)).toEqual(["n", "m"]);
  expect(line.about).toBe("2 events");
  expect(line.choices).toEqual([
    { label: "All", count: 3, href: "/r?events=all", isOn: false },
    { label: "Mails", count: 2, href: "/r?events=mail", isOn: true },
    { label: "Records", count: 1, href: "/r?events=record", isOn: false },
  ]);
  expect(toTimeLine(events, at("parcel")).choices.map(({ label }) => label)).toContain("Parcel");
});

test("2,000 events are paged, and a page past the last one is the last", () => {
  const many = Array.from({ length: 2000 }, (_, index) => event(String(index), index));
  const line = toTimeLine(many, at(undefined, 999));
  expect(line).toMatchObject({ page: 40, pages: 40, about: "2,000 events" });
  expect(line.events).toHaveLength(eventsPageSize);
});

test("an event names its kind, author and content, and marks a failure [screens#feed]", () => {
  const events = [
    event("a", 1, { kind: "mail", by: "Kim Lee", lines: ["Line one"], tone: "danger" }),
    event("b", 2, { kind: "parcel", link: { label: "Track", href: "https://carrier.example/1" } }),
  ];
  const html = renderToStaticMarkup(<TimeLine line={toTimeLine(events, at(), ["Mails can't be read."])} />);
  const words = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(html).toContain('aria-label="Failure"');
  expect(words).toMatch(/Mail : What a/);
  expect(words).toMatch(/Kim Lee Line one/);
  expect(words).toContain("Mails can&#x27;t be read.");
  expect(html).toMatch(/href="https:\/\/carrier\.example\/1"[^>]*rel="noreferrer"/);
  expect(html).toMatch(/href="\/r\?events=all"[^>]*aria-current="true"/);
});
