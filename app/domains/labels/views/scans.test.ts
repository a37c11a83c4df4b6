import fc from "fast-check";
import { expect, test } from "vitest";
import { noScans, takeTurn, withScan } from "./useScanner.ts";

type Event = { at: number; is: "scan" | "answer" | "link"; code: string };

/**
 * A page on simulated time: scans come when they come, each answer after its own delay, and links are followed in
 * between, which cancel what is looked up. Resolves to the codes whose results were shown.
 */
function scanned(
  codes: readonly string[],
  gaps: readonly number[],
  delays: readonly number[],
  links: readonly number[],
) {
  let at = 0;
  const events: Event[] = codes.map((code, index) => {
    at += gaps[index] ?? 0;
    return { at, is: "scan", code };
  });
  for (const link of links) events.push({ at: link, is: "link", code: "" });
  let page = 0;
  let shown = "";
  let sends = 0;
  let pending: Event | undefined;
  let scans = noScans;
  const landed: string[] = [];
  const rest = (now: number) => {
    if (pending) return;
    const turn = takeTurn(scans, { page: String(page), shown, isKept: true });
    scans = turn.scans;
    if (turn.landed !== undefined) landed.push(turn.landed);
    if (turn.next === undefined) return;
    const answer: Event = {
      at: now + (delays[sends++ % delays.length] ?? 0),
      is: "answer",
      code: turn.next.code,
    };
    pending = answer;
    events.push(answer);
  };
  for (;;) {
    events.sort((one, other) => one.at - other.at);
    const event = events.shift();
    if (!event) return landed;
    if (event.is === "scan") scans = withScan(scans, { code: event.code, id: String(event.at) });
    else if (event.is === "link" || event === pending) {
      page += 1;
      shown = event.code;
      pending = undefined;
    }
    rest(event.at);
  }
}

test("200 scans with any delays of up to 3 s, and links followed between them, are processed once each, in order [labels#scan]", () => {
  const times = fc.array(fc.nat({ max: 3_000 }), { minLength: 200, maxLength: 200 });
  const codes = fc.array(fc.constantFrom("9300000101006", "9300000101013", "9300000101020", "1"), {
    minLength: 200,
    maxLength: 200,
  });
  const links = fc.array(fc.nat({ max: 300_000 }), { maxLength: 40 });
  fc.assert(
    fc.property(codes, times, times, links, (scans, gaps, delays, followed) => {
      expect(scanned(scans, gaps, delays, followed)).toEqual(scans);
    }),
    { numRuns: 60 },
  );
});
