import { expect, test } from "vitest";
import { defaultMedia } from "../label.ts";
import { isTestNumber, type Proof, proofsFrom, withProof } from "./proofs.server.ts";

const proof = (printer: string, at = 1): Proof => ({ printer, language: "ZPL", media: defaultMedia, at });

test("a printer keeps its latest proof, the newest first, and as many more as a cookie holds [labels#proof]", () => {
  const before = [proof("Zebra"), proof("Dock")];
  expect(withProof(before, proof("Dock", 2), 2_000)).toEqual([proof("Dock", 2), proof("Zebra")]);
  const many = Array.from({ length: 30 }, (_, index) => proof(`Zebra ${index}`));
  const stored = withProof(many, proof("New", 2), 1_000);
  expect(stored[0]).toEqual(proof("New", 2));
  expect(stored.length).toBeGreaterThan(2);
  expect(JSON.stringify(stored).length).toBeLessThanOrEqual(1_000);
  expect(withProof(many, proof("New", 2), 1)).toEqual([proof("New", 2)]);
});

test("what a cookie holds is read as it was written, and what is wrong in it is left out", () => {
  const [one, two] = [proof("Zebra"), proof("Dock")];
  expect(proofsFrom(JSON.parse(JSON.stringify([one, { printer: "" }, null, two])))).toEqual([one, two]);
  expect(proofsFrom("nonsense")).toEqual([]);
});

test("only the number on the test label proves it [labels#proof]", () => {
  const scanned = [" 9300000101006\n", "930000010100", "9300000101013", ""];
  expect(scanned.map((text) => isTestNumber(text, defaultMedia))).toEqual([true, false, false, false]);
});
