import {
  firstSegmentOf,
  type SegmentsPage,
  toSegmentsPage,
} from "#app/domains/edi/partner/segments/segments.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import { readEdifact, runCooperatively } from "#edifact/index.ts";
import type { SegmentPlace } from "../partner/paths.ts";
import { type TextPage, toTextPage } from "../store/lists.ts";

/** A query on an interchange's text: a page of its segments, or of its lines. */
export type TextQuestion =
  | { ask: "segments"; item: EdiInterchangeDetail; wanted: SegmentPlace; hasText: boolean }
  | { ask: "lines"; page: number };

/** A page or, for the segments of one message, the number of its first segment. */
export type TextAnswer = { segments: SegmentsPage } | { first: number } | { lines: TextPage };

export async function answerOf(text: string, question: TextQuestion): Promise<TextAnswer> {
  if (question.ask === "lines") return { lines: await runCooperatively(toTextPage(text, question.page)) };
  const { item, wanted, hasText } = question;
  const reading = await runCooperatively(readEdifact(text));
  const first = wanted.message === "" ? undefined : firstSegmentOf(reading, wanted.message);
  return first === undefined
    ? { segments: await runCooperatively(toSegmentsPage(item, reading, wanted.page, hasText)) }
    : { first };
}
