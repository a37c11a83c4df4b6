import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RecordTabs } from "./dialogs/Tabs.tsx";
import { StatusBadge, type Tone } from "./feedback/Status.tsx";
import { ChoiceField, SearchField } from "./fields/fields.tsx";
import { FilterFold } from "./lists/FilterBar.tsx";
import { FieldChips } from "./lists/FilterChips.tsx";
import { OutsideWay } from "./OutsideWay.tsx";
import { ProductImage } from "./ProductImage.tsx";
import { RelativeTime } from "./text/DateTime.tsx";

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

test("each tone has an icon and a colour of its own [screens#tones]", () => {
  const tones: readonly Tone[] = ["ok", "attention", "background", "dismissed"];
  const badges = tones.map((tone) => renderToStaticMarkup(<StatusBadge tone={tone}>Held</StatusBadge>));
  const iconsAndColours = badges.map((html) => [/<svg.*<\/svg>/.exec(html)?.[0], /tone-\w+/.exec(html)?.[0]]);
  for (const index of [0, 1])
    expect(new Set(iconsAndColours.map((pair) => pair[index])).size).toBe(tones.length);
});

test("a product without a picture has a placeholder that says so, and pictures are 70 px high [screens#picture]", () => {
  expect(renderToStaticMarkup(<ProductImage src={undefined} alt="Boot" />)).toContain("Boot (no image)");
  const pictured = renderToStaticMarkup(<ProductImage src="/boot.png" alt="Boot" />);
  expect(pictured).toMatch(/<img [^>]*loading="lazy"/);
  const css = readFileSync(fileURLToPath(new URL("./styles/table.css", import.meta.url)), "utf8");
  expect(css).toMatch(/\.product-image \{\s*@apply [^}]* h-\[70px\]/);
});

test("a relative time has the absolute one as its tooltip [screens#relative, edi#ages]", () => {
  const at = new Date(Date.now() - 3 * 3_600_000);
  const html = renderToStaticMarkup(<RelativeTime at={at.toISOString()} />);
  expect(html).toMatch(/title="\d+ \w+ \d{4}[^"]*"/);
  expect(html).toContain(`dateTime="${at.toISOString()}"`);
  expect(html).toContain("3 hours ago");
});

test("a record's time line is in the tab of its history, also by its own address [screens#time-line]", () => {
  const tabs = ["summary", "history", "timeline"].map((key) => ({ key, label: key, href: `?tab=${key}` }));
  const shown = (current: string) =>
    renderToStaticMarkup(<RecordTabs label="R" tabs={tabs} current={current} />);
  expect(shown("summary")).not.toContain("timeline");
  expect(shown("history")).toMatch(/role="switch" aria-checked="false" href="\?tab=timeline"/);
  expect(shown("timeline")).toMatch(/href="\?tab=history"[^>]* aria-current="page"/);
  expect(shown("timeline")).toMatch(/role="switch" aria-checked="true" href="\?tab=history"/);
});

test("a search text that was too long, also of an old view, says so in its field [addresses#long-filter]", () => {
  const field = (length: number) =>
    renderToStaticMarkup(<SearchField name="q" label="Search" value={"n".repeat(length)} />);
  expect(field(200)).toMatch(
    /aria-describedby="([^"]+)"[\s\S]*id="\1"[\s\S]*At most 200 characters are looked for\./,
  );
  expect(field(190)).not.toContain("At most");
});

test("filters are folded, and those that are on are chips, each with the way without it [edi#folded-filters]", () => {
  const fields = (
    <FilterFold label="Filters" narrow>
      <SearchField name="ra" label="RA#" value="" />
      <SearchField name="order" label="Order ID" value="1010" />
      <ChoiceField
        name="older"
        label="Older than"
        value="7"
        options={[
          { value: "", label: "Any age" },
          { value: "7", label: "1 week" },
        ]}
      />
    </FilterFold>
  );
  expect(renderToStaticMarkup(fields)).toMatch(/<details class="filters-fold narrow"><summary>Filters/);
  const chips = renderToStaticMarkup(
    <FieldChips here="/returns/?order=1010&older=7&page=3&hide=email" fields={fields} />,
  );
  expect(chips).not.toMatch(/<details|<input|RA#/);
  expect([...chips.matchAll(/href="([^"]*)" aria-label="([^"]*)"/g)].map(([, ...one]) => one)).toEqual([
    ["/returns/?older=7&amp;hide=email", "Remove the filter Order ID: 1010"],
    ["/returns/?order=1010&amp;hide=email", "Remove the filter Older than: 1 week"],
  ]);
});
