import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { storeTypes } from "#contract/storeTypes.ts";
import { storePicture } from "./model.ts";

const isThere = (address: string) => existsSync(new URL(`../../../public${address}`, import.meta.url));

test.each([...storeTypes])("%s has a picture of its own", (type) => {
  expect(storePicture(type)).toBe(`/store-types/${type}.svg`);
  expect(isThere(storePicture(type))).toBe(true);
});

test("other types share a neutral picture", () => {
  expect(storePicture("somewhere new")).toBe("/store-types/neutral.svg");
  expect(isThere("/store-types/neutral.svg")).toBe(true);
});
