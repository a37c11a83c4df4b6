import { describe, expect, test } from "vitest";
import { ediOrderSearch, interchangeSearch } from "#app/domains/edi/partner/paths.ts";
import { ediOrderFilter, interchangeFilter } from "./filters.ts";

const zone = "Australia/Melbourne";
const every = interchangeSearch.every;

describe("sent filters", () => {
  test("are only those with an effect, and a mode without types is none [edi#contains]", () => {
    expect(interchangeFilter.toCall(every, zone)).toEqual({});
    expect(interchangeFilter.toCall({ ...every, mode: "all" }, zone)).toEqual({});
    expect(
      interchangeFilter.toCall({ ...every, types: ["ORDERS"], mode: "all", acknowledged: "no" }, zone),
    ).toEqual({ acknowledged: false, containsMessageTypes: ["ORDERS"], containsMessageTypesMode: "all" });
    expect(ediOrderFilter.toCall(ediOrderSearch.every, zone)).toEqual({});
  });

  test("are days of the zone, the last one whole", () => {
    const query = interchangeSearch.read("?first=2026-11-20&last=2026-11-21&traffic=live&sort=oldest&owed=1");
    expect(interchangeFilter.toCall(query, zone)).toEqual({
      ...{ createdFrom: "2026-11-19T13:00:00.000Z", createdBefore: "2026-11-21T13:00:00.000Z" },
      ...{ test: false, sort: "oldest", owedByPartner: true },
    });
  });

  test("exclude those that a service with the documented filters alone lacks, but for states, which are gathered", () => {
    const query = "?id=a&state=hold&partner=p&first=2026-11-20&last=2026-11-21&sort=oldest&due=late&page=2";
    const interchanges = interchangeSearch.read(`${query}&package=3939&file=f&traffic=test&owed=1&refused=1`);
    const left = { documentId: "a", states: ["hold"], page: 2 };
    expect(interchangeFilter.supported({ ...interchanges, stranger: true }, false)).toEqual({
      ...every,
      ...left,
    });
    const orders = ediOrderSearch.read(
      `${query}&document=d&package=3939&owes=response&held=duplicate&traffic=live`,
    );
    expect(ediOrderFilter.supported(orders, false)).toEqual({ ...ediOrderSearch.every, ...left });
  });
});

test("the due filter is for a service that knows due times [edi#due-filter]", () => {
  const query = interchangeSearch.read("?owed=1&due=late");
  expect(interchangeFilter.toCall(query, zone)).toEqual({ owedByPartner: true, due: "late" });
  expect(interchangeFilter.supported(query, true)).toEqual(query);
  expect(interchangeFilter.toCall(interchangeFilter.supported(query, false), zone)).toEqual({});
});

describe("a URL has the filters of the call", () => {
  test.each([
    {},
    { states: ["hold", "manual"], partner: "MYER" },
    { hasRefusedMessages: true, transmissionDirection: "outbound" },
    { hasUnknownPartner: true, sort: "oldest" },
    { owedByPartner: true, acknowledged: false, test: true, sort: "oldest" },
    { containsMessageTypes: ["ORDERS"], containsMessageTypesMode: "any" },
    { fileName: "a.edi", packageNumber: "3939" },
  ])("%j", (query) => {
    const filter = interchangeFilter.fromCall(query);
    expect(filter && interchangeFilter.toCall(filter, zone)).toEqual({
      ...query,
      ...("states" in query ? { states: ["manual", "hold"] } : {}),
    });
  });

  const unsaid = [{ states: ["levitating"] }, { createdBefore: "2026-11-20T00:00:00Z" }];
  test.each([...unsaid, { unheardOf: true }, { partner: 5 }])("exactly, or not at all: %j", (query) => {
    expect(interchangeFilter.fromCall(query)).toBeUndefined();
    expect(ediOrderFilter.fromCall(query)).toBeUndefined();
  });

  test("of orders, too", () => {
    const query = {
      ...{ owes: "despatch", due: "hour", states: ["failed"], partner: "MYER", test: true },
      ...{ documentIdentifier: "7001", packageNumber: "3939", heldFor: "confirmation" },
    };
    const filter = ediOrderFilter.fromCall(query);
    expect(filter && ediOrderFilter.toCall(filter, zone)).toEqual(query);
  });
});
