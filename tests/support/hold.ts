import { once } from "node:events";
import { expect, type Page, type Request } from "@playwright/test";

/** Blocks the page's requests to its server, of those to these addresses the ones that are meant, until released. */
export async function hold(page: Page, what: RegExp, isMeant: (request: Request) => boolean = () => true) {
  const gate = new AbortController();
  const open = once(gate.signal, "abort");
  let requests = 0;
  await page.route(what, async (route) => {
    if (!isMeant(route.request())) return route.fallback();
    requests += 1;
    await open;
    await route.continue();
  });
  return { requested: (count: number) => expect.poll(() => requests).toBe(count), letGo: () => gate.abort() };
}
