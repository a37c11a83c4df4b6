import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";
import { explain, narrate } from "../../scripts/explain.ts";

const withoutLines = (text: string) => text.replace(/(?<=\.\w+):\d+/g, "");

test("the tour narrates a request as the code answers it", async () => {
  const narrated = withoutLines(narrate(await explain("/orders?q=1010")));
  expect(readFileSync(join(repository, "docs/tour.md"), "utf8"), narrated).toContain(narrated);
});

test.each([
  [
    "/store/CLK/printlabel?barcode=1",
    "printlabel",
    'barcode "1"',
    "GET /api/getallproducts",
    "listLabelProducts",
  ],
  ["/returns/EXO-1?tab=history", "returns", 'tab "history"', "GET /api/bc-order/v1/exos/:id", "Exo"],
])("%s is explained from its permission to its view", async (address, ...wanted) => {
  const words = (await explain(address)).map(({ what }) => what).join("\n");
  for (const one of wanted) expect(words).toContain(one);
});

test("an address that no route answers is named", async () => {
  await expect(explain("/nowhere/at/all")).rejects.toThrow("No route answers /nowhere/at/all");
});
