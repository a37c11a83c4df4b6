import { type MessageDocument, type PackingLevel, summarise } from "#edifact/index.ts";

const numbersIn = (levels: readonly PackingLevel[]): string[] =>
  levels.flatMap(({ packages, inside }) => [
    ...packages.flatMap(({ markings }) =>
      markings.flatMap(({ numbers }) => numbers.flatMap(({ identifiers }) => identifiers)),
    ),
    ...numbersIn(inside),
  ]);

/** The numbers of packages (7402), such as SSCCs, that a message names: a despatch advice does, others have none. */
export function packageNumbersOf(document: MessageDocument): string[] {
  const summary = summarise(document);
  return summary.kind === "DESADV" ? numbersIn(summary.packing) : [];
}

const textsIn = (part: unknown): string[] =>
  Array.isArray(part) ? part.flatMap(textsIn) : typeof part === "string" ? [part] : [];

/** The numbers of goods and packages (7402) that a message names, wherever in it; `name` is what it stands under. */
export function numbersNamedIn(part: unknown, name = ""): string[] {
  if (Array.isArray(part)) return part.flatMap((one) => numbersNamedIn(one, name));
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    name === "identityNumberRange" && key === "objectIdentifier"
      ? textsIn(value)
      : numbersNamedIn(value, key),
  );
}

/** A package's number as messages write it: as a label prints an SSCC, it has spaces and its application identifier. */
export const packageNumberIn = (text: string | undefined): string | undefined =>
  text?.replace(/[\s()]/g, "").replace(/^00(?=\d{18}$)/, "");
