import { expect, test } from "#tests/support/fixtures.ts";
import { hostileTitle } from "#tests/support/upstream/products.ts";

/** What the ordinary product of each type shows; a dash where its channel has none (products#columns-of-type). */
const shown: Record<
  string,
  { type: string; title: string; stock: string; price: string; image: RegExp; status?: true }
> = {
  ICN: {
    type: "iconic",
    title: "Iconic Boot",
    stock: "7",
    price: "199.95 149.95",
    image: /iconic-1\.jpg/,
    status: true,
  },
  CTH: { type: "catch", title: "Catch Boot", stock: "11", price: "120.00 99.50", image: /catch-1\.jpg/ },
  KGN: { type: "kogan", title: "Kogan Boot", stock: "15", price: "–", image: /kogan-1\.jpg/ },
  AMZ: { type: "amazon", title: "Amazon Boot", stock: "19", price: "210.00 180.00", image: /amazon-1\.jpg/ },
  CLK: {
    type: "bigcommerce",
    title: "Bigcommerce Boot",
    stock: "23",
    price: "220.00 175.50",
    image: /CLK-0001\.jpg/,
  },
  SDY: {
    type: "shopify",
    title: "Shopify Boot",
    stock: "27",
    price: "230.00 185.00",
    image: /SDY-0001\.jpg/,
  },
  EBY: { type: "ebay", title: "Ebay Boot", stock: "–", price: "–", image: /EBY-0001\.jpg/ },
  MYR: { type: "edimarketplace", title: "Myer Boot", stock: "31", price: "–", image: /MYR-0001\.jpg/ },
  DOM: { type: "dom", title: "Dom Boot", stock: "35", price: "140.00 110.00", image: /dom-1\.jpg/ },
  TLS: { type: "tools", title: "Tools Boot", stock: "39", price: "–", image: /TLS-0001\.jpg/ },
  NEW: { type: "tiktokshop", title: "New Boot", stock: "–", price: "–", image: /NEW-0001\.jpg/ },
};

/** The server renders a list in the same way for everybody: in the other project, one type stands for all. */
const tagOf = (alias: string, project: "@scripting" | "@no-scripting") => ({
  tag: alias === "SDY" ? [] : [project],
});

for (const [alias, product] of Object.entries(shown)) {
  test(
    `${product.type}: columns, image, stock, price`,
    tagOf(alias, "@no-scripting"),
    async ({ page, signInUpstream }) => {
      await signInUpstream("clerk", `/store/${alias}/products`);
      const headings = (await page.locator("thead th").allTextContents()).map((heading) => heading.trim());
      const hasStock = product.stock !== "–";
      const hasPrice = product.price !== "–";
      expect(headings).toEqual([
        ...["Choose", "Image", "Code", "Brand", "Title"],
        ...(hasStock ? ["Stock"] : []),
        ...(hasPrice ? ["Price"] : []),
        "Validation Status",
        ...(product.status ? ["Status"] : []),
        "Actions",
      ]);
      const cell = (heading: string, row = 0) =>
        page.locator("tbody tr").nth(row).locator("td").nth(headings.indexOf(heading));
      await expect(cell("Image").locator("img")).toHaveAttribute("src", product.image);
      await expect(cell("Image").locator("img")).toHaveJSProperty("height", 70);
      await expect(cell("Code")).toHaveText(`${alias}-0001`);
      await expect(cell("Title")).toContainText(product.title);
      if (hasStock) await expect(cell("Stock")).toHaveText(product.stock);
      if (hasPrice) {
        const price = ((await cell("Price").textContent()) ?? "")
          .replace(/RRP|Sale|\$/g, " ")
          .replace(/\s+/g, " ")
          .trim();
        expect(price).toBe(product.price);
      }
      await expect(cell("Validation Status", 2)).toContainText("Price is missing");
      if (product.status) {
        await expect(cell("Status", 0)).toHaveText("Partially Created");
        await expect(cell("Status", 1)).toHaveText("Created");
      }
      const tabs = page
        .getByRole("dialog")
        .getByRole("navigation", { name: "Product data" })
        .getByRole("link");
      await cell("Code").getByRole("link").click();
      await expect(tabs).toHaveText([...(hasStock ? ["Inventory"] : []), "Changes", "Raw Data"]);
    },
  );
}

for (const alias of Object.keys(shown)) {
  test(
    `${alias}: missing, odd and hostile values are inert`,
    tagOf(alias, "@scripting"),
    async ({ page, signInUpstream }) => {
      const failures: string[] = [];
      page.on("dialog", (dialog) => failures.push(dialog.message()));
      await signInUpstream("clerk", `/store/${alias}/products?page=3`);
      await expect(page.locator("tbody tr")).toHaveCount(12);
      await expect(page.getByText(hostileTitle).first()).toBeVisible();
      await expect(page.locator("tbody script, tbody [onerror]")).toHaveCount(0);
      const long = page.locator("tbody tr", { hasText: "HOSTILE-LONG" });
      const box = await long.boundingBox();
      expect(box?.height ?? 0, "a 10 kB title does not push the list away").toBeLessThan(260);
      await expect(page.locator("tbody tr", { hasText: "ODD-BARE" })).toContainText("No title");
      await page.getByRole("link", { name: "ODD/ID?&#" }).click();
      await expect(page.getByRole("dialog")).toContainText("Product Data - ODD/ID?&#");
      await page.goBack();
      await page.getByRole("link", { name: "HOSTILE-SCRIPT" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "Raw Data" }).click();
      await expect(page.getByRole("dialog").getByText("validationStatus")).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, "__hostile"))).toBeUndefined();
      expect(failures).toEqual([]);
    },
  );
}
