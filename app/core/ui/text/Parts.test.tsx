import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Parts } from "./Parts.tsx";

test("texts beside each other are isolated, also where two are equal or a mark of direction is left open [screens#direction]", () => {
  const turned = "\u202eeniM";
  expect(renderToStaticMarkup(<Parts texts={[turned, "Clarks", "Clarks"]} />)).toBe(
    `<bdi>${turned}</bdi> · <bdi>Clarks</bdi> · <bdi>Clarks</bdi>`,
  );
});
