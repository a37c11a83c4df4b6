import { type Exo, exo } from "#contract/exos.ts";
import { readNumber } from "#contract/numbers.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";

export type ReturnDocument = Pick<Exo, "exchange">;

/** The parts of a stored document that the screens show; invalid ones are parsed as empty. */
export function readReturn(document: JsonObject): ReturnDocument {
  const parsed = exo.pick({ exchange: true }).safeParse(document);
  return parsed.success ? parsed.data : {};
}

/** A return's stream; `problems` are words for a person. */
export type TriageVerdict =
  | { kind: "automatic"; items: number }
  | { kind: "manual"; reason: string }
  | { kind: "unprocessable" }
  | { kind: "invalid"; problems: string[] };

const isBlank = (text: string | null | undefined) => (text ?? "").trim() === "";

function itemProblems({ exchange }: ReturnDocument): string[] {
  const items = exchange?.Items ?? [];
  if (items.length === 0) return ["it names no items"];
  return items.flatMap(({ LevelCode, Quantity }, index) => {
    const quantity = readNumber(Quantity);
    const isCount = Number.isInteger(quantity) && quantity !== 0;
    return [
      ...(isBlank(LevelCode) ? [`item ${index + 1} has no level code`] : []),
      ...(isCount ? [] : [`item ${index + 1} has no quantity`]),
    ];
  });
}

/**
 * Sorts a return (returns#streams). Without an exchange document nothing can be done; an incomplete one is invalid;
 * items that go out to the customer (a positive quantity) need a person; the rest is automatic.
 */
export function triage(document: JsonObject, emailAddress: string | null): TriageVerdict {
  const read = readReturn(document);
  if (!read.exchange) return { kind: "unprocessable" };
  const problems = [
    ...(isBlank(read.exchange.Customer?.Ap21CustomerCode) ? ["the customer has no AP21 code"] : []),
    ...(isBlank(emailAddress) ? ["there is no email address to write to"] : []),
    ...itemProblems(read),
  ];
  if (problems.length > 0) return { kind: "invalid", problems };
  const items = read.exchange.Items ?? [];
  const sent = items.filter(({ Quantity }) => (readNumber(Quantity) ?? 0) > 0);
  if (sent.length > 0) {
    const what = sent.length === 1 ? "1 item is" : `${sent.length} items are`;
    return { kind: "manual", reason: `${what} to be exchanged, which people do` };
  }
  return { kind: "automatic", items: items.length };
}
