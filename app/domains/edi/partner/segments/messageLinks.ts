import { messageTypeLabel } from "#app/domains/edi/codes.ts";
import { plural, shorten } from "#app/values/values.ts";
import { type Chunked, componentOf, type Message, type Reading } from "#edifact/index.ts";
import { countWords, type Placed, segmentHref } from "./findings.ts";

/** A message with the numbers of its first and last segment. */
export type MessageRange = { message: Message; first: number; last: number };

/** A link to the first segment of a message, with its findings in words. */
export type MessageLink = { key: string; title: string; href: string; words: string };

/** Messages linked from the segments page; the others are counted. */
const maxMessages = 100;

const numberOf = (message: Message): { first: number; last: number } => ({
  first: message.segments[0]?.number ?? message.header.number,
  last: message.segments.at(-1)?.number ?? message.header.number,
});

export const messageRanges = ({ interchanges }: Reading): MessageRange[] =>
  interchanges
    .flatMap(({ messages }) => messages)
    .map((message) => ({ message, ...numberOf(message) }))
    .sort((a, b) => a.first - b.first);

export function titleOf(message: Message): string {
  const beginning = message.segments.slice(0, 10).find(({ tag }) => tag === "BGM");
  return [
    messageTypeLabel(shorten(message.type, 20)) || "Message",
    shorten(message.reference, 40),
    shorten(componentOf(beginning, 1), 80),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The findings of a message, each of whose segments is looked up once. */
function foundIn({ first, last }: MessageRange, bySegment: ReadonlyMap<number, Placed[]>): Placed[] {
  const found: Placed[] = [];
  for (let number = first; number <= last; number += 1)
    for (const one of bySegment.get(number) ?? []) found.push(one);
  return found;
}

/** Links to the first messages with their findings. Run it with `runCooperatively`. */
export function* messageLinks(
  ranges: readonly MessageRange[],
  bySegment: ReadonlyMap<number, Placed[]>,
  id: string,
): Chunked<MessageLink[]> {
  const links: MessageLink[] = [];
  for (const range of ranges.slice(0, maxMessages)) {
    const { message, first, last } = range;
    const words = [plural(last - first + 1, "segment", "segments"), countWords(foundIn(range, bySegment))];
    links.push({
      key: String(first),
      title: titleOf(message),
      href: segmentHref(id, first),
      words: words.filter(Boolean).join(", "),
    });
    yield;
  }
  return links;
}
