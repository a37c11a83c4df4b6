import { encodingOf } from "./charset.ts";
import type { Chunked } from "./chunked.ts";
import { type Decoded, decode } from "./decode.ts";
import { openEnvelopes } from "./envelope.ts";
import { type Finding, Findings } from "./finding.ts";
import type { Interchange } from "./interchange.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { positionOf } from "./position.ts";
import type { Segment } from "./segment.ts";
import { tokenise } from "./tokenise.ts";
import { buildTree } from "./tree.ts";

/**
 * Everything that a file holds: its text, all its segments (`segments[number - 1]`), its interchanges with their
 * messages as trees, and what is wrong with it, in the order of the text.
 */
export type Reading = {
  decoded: Decoded;
  segments: Segment[];
  interchanges: Interchange[];
  findings: Finding[];
};

/**
 * Reads a file of EDIFACT, syntax 1 to 4: one interchange, several, or none at all. Takes any bytes or text, never
 * throws because of their content, and stops at `limits`. Run it with `runSync`, or with `runCooperatively` where a server must
 * go on answering.
 */
export function* readEdifact(input: Uint8Array | string, limits: Limits = defaultLimits): Chunked<Reading> {
  const findings = new Findings();
  if (input.length > limits.length)
    findings.add("file-too-large", { offset: 0, line: 1 }, limits.length, input.length);
  const decoded: Decoded =
    typeof input === "string"
      ? { text: input.slice(0, limits.length), encoding: "text", byteOrderMark: 0 }
      : yield* decode(input.subarray(0, limits.length), findings);
  const segments = yield* tokenise(decoded.text, findings, limits, decoded.encoding);
  if (!segments.some(({ tag }) => tag !== "")) findings.add("nothing-to-read", { offset: 0, line: 1 });
  const interchanges = yield* openEnvelopes(segments, findings, limits);
  checkCharsets(interchanges, decoded, findings);
  for (const { messages } of interchanges)
    for (const message of messages) {
      const tree = yield* buildTree(message, findings);
      if (tree) message.tree = tree;
    }
  return { decoded, segments, interchanges, findings: findings.list() };
}

/** Later interchanges of a file that say another character set than the first. */
function checkCharsets(interchanges: readonly Interchange[], decoded: Decoded, findings: Findings) {
  const declared = decoded.declared;
  // Plain ASCII and UTF-8 are known from the bytes, whatever an interchange says.
  if (declared === undefined || decoded.encoding === "ascii" || decoded.encoding === "utf-8") return;
  for (const { header, syntaxIdentifier } of interchanges)
    if (header && encodingOf(syntaxIdentifier) !== encodingOf(declared))
      findings.add("charset-mixed", positionOf(header), syntaxIdentifier, declared, decoded.encoding);
}
