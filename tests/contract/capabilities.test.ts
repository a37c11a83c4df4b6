import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capabilities, type Role } from "#contract/capabilities.ts";
import { repository } from "#tests/support/processes.ts";

const roles: readonly Role[] = ["Admin", "User", "PrintLabel", "Store"];

/** ● allowed; ○ allowed, unless `GLOBAL_ACTIONS` is `by-store`. */
const row = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell ? ` ${cell} |` : " |")).join("")}`;

const printed = [
  row(["What", ...roles]),
  `|${"---|".repeat(roles.length + 1)}`,
  ...capabilities.map(({ about, roles: allowed, narrowed }) => {
    const marks = roles.map((role) => {
      if (allowed !== "everyone" && !allowed.includes(role)) return "";
      return narrowed && !narrowed.includes(role) ? "○" : "●";
    });
    return row([about, ...marks]);
  }),
].join("\n");

test("the printed table is the table of capabilities [roles#table]", () => {
  expect(readFileSync(join(repository, "docs/product/roles.md"), "utf8")).toContain(printed);
});
