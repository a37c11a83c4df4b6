import { once } from "node:events";
import { expect, type Page } from "@playwright/test";

/** Blocks the page's requests to its server, of this method only if given, until released. */
export async function hold(page: Page, what: RegExp, method?: "GET" | "POST") {
  const gate = new AbortController();
  const open = once(gate.signal, "abort");
  let requests = 0;
  await page.route(what, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    requests += 1;
    await open;
    await route.continue();
  });
  return { requested: (count: number) => expect.poll(() => requests).toBe(count), letGo: () => gate.abort() };
}
