import { randomUUID } from "node:crypto";
import { labelProductPage } from "./labelProducts.ts";
import { type Answer, type Api, changed, type Json, json, type Upstream } from "./proxy.ts";

const exos = "/api/bc-order/v1/exos";

/** Accepts writes without effect. */
export const taken: Api = ({ method, url, body }) => {
  if (method !== "POST") return undefined;
  if (!/\/(run|action\/[^/]+)$/.test(url.pathname))
    return json(200, { ...(body ? JSON.parse(body) : {}), id: randomUUID() });
  return { status: 200, body: "" };
};

/**
 * The platform as seeded: writes have no effect, each reset switches to other records, so that tests don't interfere,
 * and label products are the tests' own.
 */
export const frozenApi: Api = async (call, platform) => {
  const { pathname, searchParams } = call.url;
  if (pathname === "/api/getallproducts") return json(200, labelProductPage(searchParams));
  const isRecord = pathname === "/api/getmetaproducts" || pathname.startsWith(`${exos}/`);
  if (call.method === "POST" || !isRecord) return taken(call, platform);
  const stamp = (record: object) => ({ ...record, _etag: call.since });
  const answer: Answer = await platform();
  return changed(answer, (body) => (Array.isArray(body) ? body.map(stamp) : { item: stamp(body.item) }));
};

/** Changes a return in its list and its detail, as processing does. */
export function changeExo(upstream: Upstream, id: string, change: (exo: Json) => object) {
  upstream.change(`${exos}/${id}`, ({ item }) => ({ item: change(item) }));
  upstream.change(exos, ({ summaries, ...rest }) => ({
    ...rest,
    summaries: summaries.map((one: Json) => (one.id === id ? change(one) : one)),
  }));
}
