import { expect, test } from "vitest";
import { outcomeOf } from "#app/core/commands/follow.server.ts";
import { metaProduct } from "#contract/metaproducts.ts";
import { toProduct } from "./model.ts";
import { recordProgressOf } from "./record.server.ts";

test("what became of an action on a refused product is reported by the messages only where the action is about them [actions#outcome]", () => {
  const action = (value: string, text: string, config = {}) => ({ value, text, config });
  const availableActions = [
    action("revalidate", "Validate Product Again"),
    action("reject", "Reject Product"),
    action("set-return-address", "Set Return Address", { inputType: "address" }),
  ];
  const product = (validationStatus: string[], changes: object[] = []) =>
    metaProduct.parse({ id: "1", validationStatus, availableActions, changes });
  const wordsAfter = (value: string, message: string) => {
    const [before, now] = [product([message]), product([message], [{ attribute: "note" }])].map((row) =>
      recordProgressOf(row, toProduct(row, "iconic"), value),
    );
    return before && now && outcomeOf(before, now)?.words;
  };
  expect(wordsAfter("revalidate", "Missing attribute: Colour")).toBe(
    "still refused: Missing attribute: Colour",
  );
  expect(wordsAfter("set-return-address", "The return address is unknown")).toMatch(/^still refused/);
  expect(wordsAfter("set-return-address", "Missing attribute: Colour")).toBe("changed");
  expect(wordsAfter("reject", "Missing attribute: Colour")).toBe("changed");
});
