import { readFileSync } from "node:fs";
import { join } from "node:path";

export const judgements = ["met", "ruled otherwise", "not met", "can't be judged"] as const;

export type Line = { id: string; words: string; judgement: string; ruling: string; proof: string };

const documents = ["1-products-and-returns", "2-orders-edi-rules-labels"] as const;

const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** The lines of the specification, in order. */
export const lines: readonly Line[] = documents.flatMap((name) =>
  readFileSync(join(import.meta.dirname, `${name}.md`), "utf8")
    .split("\n")
    .filter((row) => row.startsWith(`| ${name.charAt(0)}-`))
    .map((row) => {
      const [id = "", words = "", judgement = "", ruling = "", proof = "", ...others] = cellsOf(row);
      if (others.length > 0) throw new Error(`More than five cells: ${row}`);
      return { id, words, judgement, ruling, proof };
    }),
);

/** The words of these lines, one after the other. */
export function wordsOf(...ids: string[]): string {
  const found = ids.map((id) => lines.find((line) => line.id === id));
  if (found.includes(undefined)) throw new Error(`No such lines: ${ids.join(", ")}`);
  return found.map((line) => line?.words ?? "").join("\n");
}
