import { expect, test } from "vitest";
import { jobNameOf, labelIdOf } from "./bridge.ts";

test("a job is named in the spooler as the label is in the portal, and tells which label it is for", () => {
  const job = jobNameOf({ id: "e0u3", title: "Coogee Kid’s Sneaker, Tan, 7.5" });
  expect(job).toBe("Coogee Kid s Sneaker, Tan, 7.5 e0u3");
  expect(labelIdOf(job)).toBe("e0u3");
});
