import { createServer } from "node:http";
import { listening } from "../support/listening.ts";

/**
 * An upstream process with one store and the given number of products: every page of 1,000 is the same except for its
 * ids, created once, so that serving it costs little.
 */
const many = Number(process.argv[2] ?? "45");
const pageSize = 1000;
const store = { storeName: "Superdry", storeAlias: "SDY", storeType: "shopify" };
const attributes = {
  title: "Shopify Boot",
  rrp_price: "230.00",
  sale_price: "185.00",
  deep: [1, { a: true }],
};

const productAt = (number: number) => {
  const code = `SDY-${String(number).padStart(4, "0")}`;
  return {
    id: `page-${number}`,
    ...{ groupId: code, storeGroup: store.storeName, storeType: store.storeType, attributes },
    variants: [7, 8].map((size) => ({
      productSku: `${code}-${size}`,
      attributes: { inventory: 13 },
      status: { ExternalStatus: "Created" },
    })),
    status: { image_url: `https://images.example.test/${code}.jpg` },
    validationStatus: number % 3 === 0 ? ["Price is missing", "Image is too small"] : [],
    availableActions: [
      { value: "publish", text: "Publish Product" },
      { value: "reject", text: "Reject Product", config: { inputType: "note" } },
    ],
    changes: [
      {
        code,
        attribute: "Price",
        oldValue: "210",
        newValue: "199.95",
        updatedAt: "2026-11-19T23:42:00.000Z",
      },
    ],
  };
};
const products = Array.from({ length: Math.min(many, pageSize) }, (_, index) => productAt(index + 1));
const fullPage = JSON.stringify(products);

function answerOf({ pathname, searchParams }: URL): string | undefined {
  if (/^\/api\/getstores\/?$/.test(pathname)) return JSON.stringify([store]);
  if (pathname !== "/api/getmetaproducts") return undefined;
  const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("pagesize"))];
  if (size !== pageSize) return JSON.stringify(products.slice((page - 1) * size, page * size));
  return (page - 1) * size < many ? fullPage.replaceAll('"id":"page-', `"id":"${page}-`) : "[]";
}

const server = createServer((request, response) => {
  const answer = answerOf(new URL(request.url ?? "/", "http://upstream"));
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" }).end(answer);
});
process.stdout.write(`products at ${await listening(server)}\n`);
