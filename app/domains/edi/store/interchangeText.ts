import { formatUnits, shorten } from "#app/values/show.ts";
import { type Chunked, Findings, rawOf, tokenise } from "#edifact/index.ts";
import { visible } from "../visible.ts";

/** One page of an interchange's text, one segment a line. */
export type TextPage = {
  lines: { number: number; text: string }[];
  page: number;
  pages: number;
  about: string;
};

/** Lines on one page. */
const textPageSize = 500;

const maxLineLength = 4000;

/**
 * The text split by the interchange's own grammar (service string advice, release character), not by apostrophes
 * (store-edi#segments). Run it with `runCooperatively`.
 */
export function* toTextPage(text: string, wanted: number): Chunked<TextPage> {
  const segments = yield* tokenise(text, new Findings());
  const pages = Math.max(1, Math.ceil(segments.length / textPageSize));
  const page = Math.min(wanted, pages);
  const start = (page - 1) * textPageSize;
  const shown = segments.slice(start, start + textPageSize);
  return {
    lines: shown.map((segment) => ({
      number: segment.number,
      text: visible(shorten(rawOf(text, segment).trim(), maxLineLength)),
    })),
    page,
    pages,
    about:
      shown.length === 0
        ? "The interchange holds no text."
        : `Segments ${formatUnits(start + 1)} to ${formatUnits(start + shown.length)} of ${formatUnits(segments.length)}`,
  };
}
