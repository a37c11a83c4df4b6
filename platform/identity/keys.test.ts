import { expect, test } from "vitest";
import { loadSigningKeys } from "./keys.ts";
import { createMemoryIdentityStore } from "./store.ts";

test("processes that start together on an empty store sign with one key", async () => {
  const store = createMemoryIdentityStore();
  const loaded = await Promise.all([1, 2, 3].map(() => loadSigningKeys(store)));
  expect(new Set(loaded.map(({ keyId }) => keyId)).size).toBe(1);
  expect((await loadSigningKeys(store)).keyId).toBe(loaded[0]?.keyId);
});
