import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RouteDialog } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { FilterBar } from "#app/core/ui/lists/FilterBar.tsx";
import { Pager } from "#app/core/ui/lists/Pager.tsx";
import { foundIn } from "#app/core/ui/text/foundIn.ts";
import { JsonTree } from "#app/core/ui/text/JsonTree.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import { repository } from "#tests/support/processes.ts";

test("no block writes a style attribute, which the content security policy would drop", () => {
  const html = renderToStaticMarkup(
    <RouteDialog title="Confirm Action" closeTo="/returns" kind="panel">
      <FilterBar action="/returns" keep={{ tab: "raw" }}>
        <SearchField name="code" label="Code" value="A&B" />
        <MultiSelect name="status" label="Status" selected={["hold"]} options={[]} />
      </FilterBar>
      <ActionMenu label="More" actions={[{ label: "Note", href: "/a/2" }]} />
      <JsonTree label="product" value={{ attributes: { name: "Daytona" } }} />
    </RouteDialog>,
  );
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).not.toMatch(/\son[a-z]+=/);
});

test("a filter bar is a GET form with an Apply button, which keeps the given fields", () => {
  const html = renderToStaticMarkup(
    <FilterBar action="/store/CLK/products" keep={{ tab: "raw" }}>
      <SearchField name="code" label="Code" value="A&B" />
    </FilterBar>,
  );
  expect(html).toContain('method="get"');
  expect(html).toContain('action="/store/CLK/products"');
  expect(html).toContain('<input type="hidden" name="tab" value="raw"/>');
  expect(html).toMatch(/<button type="submit"[^>]*>Apply<\/button>/);
  expect(html).toContain('value="A&amp;B"');
});

test("several values are checkboxes with one name", () => {
  const options = Object.entries({ hold: "On Hold", stale: "Stale" }).map(([value, label]) => ({
    value,
    label,
  }));
  const html = renderToStaticMarkup(
    <MultiSelect name="status" label="Status" selectAll selected={["hold"]} options={options} />,
  );
  expect(html).toMatch(/<input type="checkbox" name="status" checked="" value="hold"\/>/);
  expect(html).toMatch(/<input type="checkbox" name="status" value="stale"\/>/);
  expect(html).toMatch(/<input type="checkbox"\/><span>Select All/);
});

test("actions are links, in the button and in its menu", () => {
  const actions = [
    { label: "Revalidate", href: "/a/1" },
    { label: "Note", href: "/a/2" },
  ];
  const html = renderToStaticMarkup(<ActionMenu label="More" actions={actions} />);
  expect(html).toMatch(/<a [^>]*href="\/a\/1"[^>]*>Revalidate<\/a>/);
  expect(html).toMatch(/<details[^>]*>.*<a href="\/a\/2"[^>]*>Note<\/a>.*<\/details>/);
  expect(renderToStaticMarkup(<ActionMenu label="More" actions={[]} />)).toContain("No Actions Available");
});

test("a dialog is open from the start, and closing it is a link", () => {
  const html = renderToStaticMarkup(
    <RouteDialog title="Confirm Action" closeTo="/store/CLK/products?page=2">
      <p>Sure?</p>
    </RouteDialog>,
  );
  expect(html).toMatch(/<dialog open=""/);
  expect(html).toMatch(/<a href="\/store\/CLK\/products\?page=2"[^>]*aria-label="Close"/);
});

test("previous is a link only from page 2 on, next only where there is more, neither while loading", () => {
  const pager = (page: number, hasNext: boolean, loading = false) =>
    renderToStaticMarkup(
      <Pager page={page} hasNext={hasNext} loading={loading} hrefFor={(n) => `?page=${n}`}>
        Refresh
      </Pager>,
    );
  expect(pager(1, true)).not.toContain("?page=0");
  expect(pager(1, true)).toContain('href="?page=2"');
  expect(pager(3, false)).toContain('href="?page=2"');
  expect(pager(3, false)).not.toContain("?page=4");
  expect(pager(3, true, true)).not.toContain("?page=");
});

test("hostile and endless values stay text, and the whole of them is at hand", () => {
  const hostile = `<img src=x onerror=alert(1)>${"y".repeat(10_000)}`;
  const long = renderToStaticMarkup(<LongText value={hostile} />);
  expect(long).not.toContain("<img");
  expect(long).toContain("y".repeat(10_000));
  const tree = renderToStaticMarkup(<JsonTree label="<b>" value={{ "</script>": hostile }} />);
  expect(tree).not.toContain("<img");
  expect(tree).not.toContain("</script>");
});

const app = join(repository, "app");

test("a long text that is cut within a character is what the server sent, and is nowhere in a paragraph, which it would end", async () => {
  const cut = renderToStaticMarkup(
    <LongText value={`${"y".repeat(119)}\u{1f45e}${"y".repeat(400)}\u{1f45e}`} />,
  );
  expect(cut).not.toMatch(/\p{Cs}/u);
  const block =
    /<p\b(?:[^>]|=>)*>(?:(?!<\/p>)[\s\S])*?<(?:LongText|Folded|Code|details|div|ul|ol|table|section|h\d)\b/;
  const views = (await readdir(app, { recursive: true })).filter(
    (name) => name.endsWith(".tsx") && !name.includes(".test."),
  );
  const texts = await Promise.all(
    views.map(async (name) => ({ name, text: await readFile(join(app, name), "utf8") })),
  );
  expect(texts.filter(({ text }) => block.test(text)).map(({ name }) => name)).toEqual([]);
});

test("a tree is open at its root and collapsed beneath", () => {
  const html = renderToStaticMarkup(<JsonTree label="product" value={{ attributes: { name: "Daytona" } }} />);
  expect(html.match(/<details open="">/g)).toHaveLength(1);
  expect(html.match(/<details>/g)).toHaveLength(1);
});

test("a tree in which something is found is open there, marks it, and shows nothing else", () => {
  const lines = [{ SKU: "A-1" }, { sku: "B-2", size: 8 }];
  const value = { customer: { email: "mei@example" }, lines, total: 12 };
  const found = { words: "sku", ...foundIn(value, "sku") };
  const html = renderToStaticMarkup(<JsonTree label="Order" value={value} found={found} />);
  expect(html.match(/<mark>/g)).toHaveLength(2);
  expect(html).toContain("<mark>SKU</mark>");
  expect(html.match(/<details open="">/g)).toHaveLength(4);
  for (const hidden of ["mei@example", "size", "total"]) expect(html).not.toContain(hidden);
});

test("an error bar says what happened, and hides the stack in a closed details", () => {
  const said = { message: "No answer", advice: "Try again.", correlationId: "c-1", stack: "at somewhere" };
  const html = renderToStaticMarkup(<ErrorBar error={{ statusLine: "Bad Gateway", code: 502, ...said }} />);
  expect(html).toContain("An error occurred: Bad Gateway (502)");
  expect(html).toMatch(/<details><summary>Stack trace<\/summary><pre\b[^>]*>at somewhere<\/pre><\/details>/);
});
