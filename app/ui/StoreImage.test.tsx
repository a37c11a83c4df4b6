import { existsSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { storeTypes } from "#contract/storeTypes.ts";
import { StoreImage } from "./StoreImage.tsx";

const fileOf = (storeType: string) =>
  renderToStaticMarkup(<StoreImage storeType={storeType} />).match(/src="([^"]+)"/)?.[1] ?? "";

test.each([...storeTypes])("%s has a picture of its own", (type) => {
  expect(fileOf(type)).toBe(`/store-types/${type}.svg`);
  expect(existsSync(new URL(`../../public${fileOf(type)}`, import.meta.url))).toBe(true);
});

test("other types share a neutral picture", () => {
  expect(fileOf("somewhere new")).toBe("/store-types/neutral.svg");
  expect(existsSync(new URL("../../public/store-types/neutral.svg", import.meta.url))).toBe(true);
});
