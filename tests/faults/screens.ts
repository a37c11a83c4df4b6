import { addressOf, screenRows } from "../loaders/screens.ts";
import type { Stack } from "../support/stack.ts";
import type { Reply, Visitor } from "../support/visitor.ts";

/** Stores and extensions are kept for a session. */
export const sessionCalls = /\/(getstores|extensions)\/?$|^\/(?!api\/)/i;

/** Without a session nothing is read; without a chosen label the sheet shows nothing of what it reads. */
const readsInVain = new Set(["/login", "/store/:alias/printlabel/sheet"]);

export type Screen = { screen: string; address: string; calls: number };

/** Every screen that a link or an address leads to, with the number of its calls. */
export async function findScreens(stack: Stack, admin: Visitor): Promise<Screen[]> {
  const pages = new Map<string, Reply>();
  const screens: Screen[] = [];
  for (const row of screenRows) {
    if ("long" in row || readsInVain.has(row.screen)) continue;
    const address = addressOf(row, pages);
    if (address === undefined) throw new Error(`Nothing leads to ${row.screen}`);
    stack.upstream.calls.length = 0;
    const reply = await admin.follow(await admin.get(address));
    if (row.what === undefined) pages.set(row.screen, reply);
    const calls = stack.upstream.calls.filter(({ path }) => !sessionCalls.test(path)).length;
    screens.push({ screen: row.what ?? row.screen, address, calls });
  }
  return screens;
}

/** The results of `work` on every item, `width` at a time. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let at = next++; at < items.length; at = next++) {
        const item = items[at];
        if (item !== undefined) results[at] = await work(item);
      }
    }),
  );
  return results;
}
