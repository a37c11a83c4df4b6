import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OutsideWay } from "./OutsideWay.tsx";

test("a way outside opens a tab of its own and says so", () => {
  const html = renderToStaticMarkup(<OutsideWay label="Track" about="C1" href="https://carrier.example/" />);
  expect(html).toMatch(/<a [^>]*href="https:\/\/carrier\.example\/"[^>]*>/);
  expect(html).toContain('rel="noreferrer"');
  expect(html).toContain("opens in a new tab");
});

test("one that can't be taken can be reached, and says why", () => {
  const html = renderToStaticMarkup(<OutsideWay label="Track" about="C1" refused="No address was sent." />);
  const [, why] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toMatch(/<button type="button"[^>]*aria-disabled="true"/);
  expect(html).toContain(`<span id="${why}"`);
  expect(html).not.toContain("<a ");
});
