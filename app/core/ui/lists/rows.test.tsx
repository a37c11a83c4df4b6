import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RowLink, unbrokenName } from "./rows.tsx";
import { Table } from "./Table.tsx";

const linked = (name: string) => renderToStaticMarkup(<RowLink href="/">{name}</RowLink>);

test("a name keeps its words whole, unless one of them would widen the page", () => {
  expect(linked("Summer sale: 20% off")).not.toContain("wrap-anywhere");
  expect(linked(`Summer ${"W".repeat(unbrokenName)}`)).not.toContain("wrap-anywhere");
  expect(linked(`Summer ${"W".repeat(unbrokenName + 1)}`)).toContain("wrap-anywhere");
});

test("a cell of any table keeps its words whole, unless one of them would widen the page [screens#whole-words]", () => {
  const cellOf = (text: string) => {
    const columns = [{ key: "text", header: "Text", cell: (one: string) => one }];
    const table = (
      <Table caption="Texts" columns={columns} rows={[text]} rowKey={(one) => one} empty={null} />
    );
    return /<td[^>]*>/.exec(renderToStaticMarkup(table))?.[0];
  };
  expect(cellOf(`Shoe Warehouse acknowledgements ${"W".repeat(24)}`)).not.toContain("wrap-anywhere");
  expect(cellOf(`Shoe ${"W".repeat(25)}`)).toContain("wrap-anywhere");
  const sheet = readFileSync(join(import.meta.dirname, "../styles/table.css"), "utf8");
  const cells = /:where\(\.data-table td\) \{([^}]*)\}/.exec(sheet)?.[1];
  expect(cells, "no rule of the sheet breaks them, nor outweighs the cell that may break").toContain(
    "break-words",
  );
  expect(sheet.replace(/\/\*[\s\S]*?\*\//g, "")).not.toMatch(/anywhere|break-all/);
});
