import { codeMeaning, summarise } from "#edifact/index.ts";
import type { StoredHeadings, StoredRefusedMessage } from "#platform/database/schema/ediStored.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import type { Inbound } from "./inbound.ts";

/** The most refused messages of an interchange that are listed one by one. */
const maxListed = 100;

const unspecified = "18";

/** The meaning of a code of 0085, with the code. */
export const syntaxErrorWords = (code: string): string =>
  code === "" ? "No reason was given" : `${codeMeaning("0085", code) ?? "Error"} (${storable(code, 3)})`;

/** The refused messages of an accepted interchange; none where it is refused as a whole. */
export function refusedIn({
  messages,
  isRefused,
}: Pick<Inbound, "messages" | "isRefused">): StoredRefusedMessage[] {
  if (isRefused) return [];
  return messages
    .filter((head) => head.isRefused)
    .slice(0, maxListed)
    .map(({ reference, type, number, error }) => ({
      reference: storable(reference, 14),
      message_type: storable(type, 20),
      number: storable(number, 100),
      words: syntaxErrorWords(error?.syntaxError ?? unspecified),
    }));
}

type RefusedByPartner = { reference: string; type: string; error: string; segments: { error: string }[] };

/** The messages of ours that a partner refused, with their numbers. */
export function refusedByPartner(
  refused: readonly RefusedByPartner[],
  headings: StoredHeadings,
): StoredRefusedMessage[] {
  const sent = Object.values(headings)
    .flat()
    .map((heading) => summarise(heading));
  return refused.slice(0, maxListed).map(({ reference, type, error, segments }) => {
    const message = sent.find((one) => one.reference === reference);
    const inside = segments.find((segment) => segment.error !== "")?.error ?? "";
    return {
      reference: storable(reference, 14),
      message_type: storable(type || (message?.type ?? ""), 20),
      number: storable(message?.documentIdentifier ?? "", 100),
      words: syntaxErrorWords(error || inside),
    };
  });
}
