import type { Tone } from "#app/ui/feedback/Status.tsx";
import { formatDollars, formatUnits, plural, shorten, type ValueView } from "#app/values/values.ts";
import type { Price, Stock } from "./model.ts";

/** The stock; the note says how many variants it leaves out. */
export const shownStock = ({ total, unreadable }: Stock): ValueView =>
  unreadable === 0
    ? formatUnits(total)
    : {
        text: formatUnits(total),
        note: `${plural(unreadable, "variant has", "variants have")} no readable stock`,
      };

const maxPriceLength = 40;

/** A price in dollars, a range if variants differ; a non-numeric one as sent, and marked. */
export function shownPrice(price: Price): ValueView {
  if (price.kind === "text") return { text: price.text.slice(0, maxPriceLength), note: "Not a number" };
  const from = formatDollars(price.min);
  return price.min === price.max ? from : `${from} – ${formatDollars(price.max)}`;
}

const shownMessages = 3;
const maxMessageLength = 160;

/** The first distinct messages, shortened, and the number of further ones. */
export function shownValidation(messages: readonly string[]): { messages: string[]; more: number } {
  const different = [...new Set(messages.map((message) => shorten(message, maxMessageLength)))];
  return {
    messages: different.slice(0, shownMessages),
    more: Math.max(0, different.length - shownMessages),
  };
}

/** The tone of a state at the channel: the channels' own words, of which 'Created' is the good one (products#state). */
export function toneOfState(state: string): Tone {
  if (state === "Created") return "ok";
  return /reject|refus|fail|error|invalid/i.test(state) ? "attention" : "background";
}
