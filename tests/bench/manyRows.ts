import { once } from "node:events";
import { createServer } from "node:http";
import { upstreamProducts, upstreamStores } from "../support/upstream/products.ts";

/**
 * An upstream in a process of its own with as many products as its argument says, in thousands: every page of
 * 1,000 is the same one but for its ids, made once, so that serving it costs little.
 */
const pages = Number(process.argv[2] ?? "100");
const pageSize = 1000;
const [shop] = upstreamStores.filter(({ storeAlias }) => storeAlias === "SDY");
if (!shop) throw new Error("The tests' upstream has no store SDY");
const products = upstreamProducts(shop, pageSize).slice(0, pageSize);
const fullPage = JSON.stringify(products.map((product) => ({ ...product, id: `page-${product.id}` })));

function answerOf(url: URL): Buffer | string {
  if (/^\/api\/getstores\/?$/.test(url.pathname)) return JSON.stringify(upstreamStores);
  const page = Number(url.searchParams.get("page"));
  const size = Number(url.searchParams.get("pagesize"));
  if (size === pageSize) return page <= pages ? fullPage.replaceAll('"id":"page-', `"id":"${page}-`) : "[]";
  return JSON.stringify(products.slice((page - 1) * size, page * size));
}

const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(answerOf(new URL(request.url ?? "/", "http://upstream")));
}).listen(0, "localhost");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("The system gave no port");
process.stdout.write(`many rows at http://localhost:${address.port}\n`);
