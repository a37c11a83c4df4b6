import type { Chunked } from "./chunked.ts";
import { type Decoded, decode, encodingAt } from "./decode.ts";
import { openEnvelopes } from "./envelope.ts";
import { defaultLimits, type Finding, Findings, type Limits } from "./finding.ts";
import type { Interchange } from "./interchange.ts";
import type { Segment } from "./segment.ts";
import { tokenise } from "./tokenise.ts";
import { buildTree } from "./tree.ts";

/**
 * The content of a file: its text, all its segments (`segments[number - 1]`), its interchanges with their messages as
 * trees, and its findings, in the order of the text.
 */
export type Reading = {
  decoded: Decoded;
  segments: Segment[];
  interchanges: Interchange[];
  findings: Finding[];
};

/**
 * Reads a file of EDIFACT, syntax 1 to 4: one interchange, several, or none at all. Takes any bytes or text, never
 * throws because of their content, and stops at `limits`. Run it with `runSync`, or with `runCooperatively` where a
 * server has to respond in the meantime.
 */
export function* readEdifact(input: Uint8Array | string, limits: Limits = defaultLimits): Chunked<Reading> {
  const findings = new Findings();
  const start = { offset: 0, line: 1 };
  if (input.length > limits.length) findings.add("file-too-large", start, limits.length, input.length);
  const decoded: Decoded =
    typeof input === "string"
      ? { text: input.slice(0, limits.length), byteOrderMark: 0, parts: [{ offset: 0, encoding: "text" }] }
      : yield* decode(input.subarray(0, limits.length), findings, limits);
  const { text, parts } = decoded;
  const segments = yield* tokenise(text, findings, limits, (offset) => encodingAt(parts, offset));
  if (!segments.some(({ tag }) => tag !== "")) findings.add("nothing-to-read", start);
  const interchanges = yield* openEnvelopes(segments, findings, limits);
  for (const { messages } of interchanges)
    for (const message of messages) {
      const tree = yield* buildTree(message, findings);
      if (tree) message.tree = tree;
    }
  return { decoded, segments, interchanges, findings: findings.list() };
}
