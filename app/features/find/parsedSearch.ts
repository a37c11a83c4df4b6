import { exoNameIn, raNumberIn, withoutHash } from "#app/core/search/recordNumber.ts";
import { hasCheckDigit } from "#contract/numbers.ts";
import { comparable, readTyped } from "#contract/typedText.ts";
import type { Kind } from "./hits.ts";

/** What a typed text can mean (find#shapes). Each part is there only where the text has that shape. */
export type ParsedSearch = {
  /** Without the word or sign that says what it is, blanks as single ones. */
  text: string;
  /** With it. */
  whole: string;
  /** The only kinds that are meant, where a word said so: 'po 4500123'. */
  only?: readonly Kind[];
  /** The action that is wanted, as names of actions begin, and its participle: 'retry EXO-000622'. */
  action?: { verb: string; participle: string };
  /** In cents: '$485.80'. */
  amount?: number;
  /** A number or code as it is kept, without blanks. */
  code?: string;
  email?: string;
  /** The name of an EXO, and an RA#, as our service writes them; another one may write them as they were typed. */
  exoName?: string;
  raNumber?: string;
  /** An id of 36 characters. */
  id?: string;
  /** The nine national digits of an Australian phone number. */
  phone?: string;
  /** The eighteen digits of a package's number. */
  sscc?: string;
  /** A GTIN of 8, 12, 13 or 14 digits with the right check digit. */
  barcode?: string;
  /** It holds no digit: a name, a place, a title, a page. */
  isWords: boolean;
};

const people: readonly Kind[] = ["orders", "returns"];
const things: readonly Kind[] = ["products", "styles", "labels"];

/**
 * Words that say what follows them: always (then a page may be called so, too), or only before something that holds a
 * digit. The kind that is named first is the one that is meant most.
 */
const leading: readonly { words: RegExp; only: readonly Kind[]; always?: boolean }[] = [
  { words: /^(?:orders?)/i, only: ["orders", "ediOrders"] },
  { words: /^(?:returns?|exchanges?|exos?)/i, only: ["returns"] },
  { words: /^(?:po|purchase order|edi order)/i, only: ["ediOrders", "interchanges", "orders"] },
  { words: /^(?:interchange|control reference|icr)/i, only: ["interchanges"] },
  { words: /^(?:sscc|pallet|carton)/i, only: ["ediOrders", "interchanges"] },
  { words: /^(?:sku|style|barcode|ean|upc|gtin)/i, only: things },
  { words: /^(?:consignment|con ?note|tracking(?: number)?|parcel)/i, only: people },
  { words: /^(?:docket|shipment)/i, only: ["shipments"] },
  { words: /^(?:phone|postcode|email)/i, only: people },
  { words: /^(?:customer|name)/i, only: [...people, "pages"], always: true },
  { words: /^(?:product|title)/i, only: [...things, "pages"], always: true },
  { words: /^(?:rule)/i, only: ["rules", "pages"], always: true },
  { words: /^(?:store)/i, only: ["stores", "pages"], always: true },
];

const hasDigit = (text: string): boolean => /\d/.test(text);

/** The text after a leading word for its kind. */
function withoutWord(text: string): Pick<ParsedSearch, "text" | "only"> {
  for (const { words, only, always = false } of leading) {
    const rest = new RegExp(`${words.source}(?:\\s*(?:no\\.?|number|id))?\\s*[\\s:#]\\s*(\\S.*)$`, "i").exec(
      text,
    )?.[1];
    if (rest && (always || hasDigit(rest) || rest.includes("@"))) return { text: rest, only };
  }
  return { text };
}

/** How the names of actions begin, with their participles; a word that a record has no action of does no harm. */
const verbs: Readonly<Record<string, string>> = {
  retry: "retried",
  hold: "put on hold",
  resume: "resumed",
  reject: "rejected",
  release: "released",
  process: "processed",
  reprocess: "processed again",
  cancel: "cancelled",
  resubmit: "submitted again",
  submit: "submitted",
  approve: "approved",
  given: "marked as given",
  complete: "completed",
  close: "closed",
  discard: "discarded",
  resend: "sent again",
  send: "sent",
  withdraw: "withdrawn",
  update: "updated",
  move: "moved",
  restart: "restarted",
};
const command = new RegExp(
  `^(?:(?:put )?on (?=hold ))?(${Object.keys(verbs).join("|")}) #?(?=.*\\d)(\\S.*)$`,
  "i",
);

function withoutAction(text: string): Pick<ParsedSearch, "text" | "action"> {
  const [, word = "", rest] = command.exec(text) ?? [];
  const verb = word.toLowerCase();
  const participle = verbs[verb];
  return participle !== undefined && rest ? { text: rest, action: { verb, participle } } : { text };
}

/** '$485.80', or an amount with its cents. */
function amountIn(text: string): number | undefined {
  const [, dollars, cents = "00"] =
    /^(?:\$ ?(\d[\d,]*)(?:\.(\d\d))?)$/.exec(text) ?? /^(\d[\d,]*)\.(\d\d)$/.exec(text) ?? [];
  return dollars === undefined ? undefined : Number(dollars.replace(/,/g, "")) * 100 + Number(cents);
}

/** The part with digits, and the words around it, of a text that finds nothing: '10100463', 'refund'. */
export function withoutWords(text: string): { text: string; without: string } | undefined {
  const parts = text.split(" ");
  const withDigits = parts.filter(hasDigit);
  const words = parts.filter((part) => !hasDigit(part));
  if (withDigits.length === 0 || words.length === 0) return undefined;
  return { text: withDigits.join(" "), without: words.join(" ") };
}

function phoneIn(text: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text)) return undefined;
  const national = text
    .replace(/\D/g, "")
    .replace(/^(?:0011)?61(?=\d{9,10}$)/, "")
    .replace(/^0/, "");
  return /^[2-478]\d{8}$/.test(national) ? national : undefined;
}

/** The parts of a code that people type with blanks are digits, or few letters: 'VOL 10164', 'Richmond 3121' is none. */
function codeIn(text: string): string | undefined {
  if (!hasDigit(text) || text.includes("@")) return undefined;
  const parts = text.split(" ");
  return parts.length === 1 || parts.every((part) => /^(?:[\w./#-]*\d[\w./#-]*|\p{L}{1,4})$/u.test(part))
    ? parts.join("").replace(/^#/, "")
    : undefined;
}

const shapesOf = (text: string): Omit<ParsedSearch, "text" | "whole" | "only" | "action"> => {
  const digits = /^[\d\s()]+$/.test(text) ? text.replace(/\D/g, "") : "";
  const [email] = /^\S+@\S+\.\S+$/.exec(text) ?? [];
  const [id] = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(text) ?? [];
  const [, sscc] = /^(?:00)?(\d{18})$/.exec(digits) ?? [];
  const phone = phoneIn(text);
  const amount = amountIn(text);
  const code = sscc ?? (amount === undefined ? codeIn(text) : undefined);
  return {
    isWords: !hasDigit(text) && !email,
    email,
    amount,
    exoName: exoNameIn(text),
    raNumber: raNumberIn(text),
    id,
    sscc,
    phone,
    code,
    barcode: [8, 12, 13, 14].includes(digits.length) && hasCheckDigit(digits) ? digits : undefined,
  };
};

/** Reads what was typed into the field that finds everything, as people type it (find#shapes). */
export function parseSearch(typed: string): ParsedSearch {
  const text = withoutHash(readTyped(typed));
  const shapes = shapesOf(text);
  if (shapes.exoName || shapes.raNumber || shapes.id || shapes.email) return { text, whole: text, ...shapes };
  const named = withoutWord(text);
  if (named.only) return { whole: text, ...named, ...shapesOf(named.text) };
  const acted = withoutAction(text);
  return { whole: text, ...acted, ...shapesOf(acted.text) };
}

const plain = (text: string): string => comparable(text).replace(/[\s#]/g, "");

/** Whether a record's own number, name or code is what was typed, whole; without regard to case, blanks and marks. */
export const names = (
  { text, code, exoName, raNumber }: ParsedSearch,
  ...values: readonly string[]
): boolean => {
  const wanted = new Set([text, code, exoName, raNumber].flatMap((one) => (one ? [plain(one)] : [])));
  return values.some((value) => value !== "" && wanted.has(plain(value)));
};

/** Whether each typed word is part of one of these texts. */
export function holds({ text }: ParsedSearch, ...values: readonly string[]): boolean {
  const allWords = values.map(plain).join(" ");
  const words = text.split(" ").map(plain).filter(Boolean);
  return words.length > 0 && words.every((word) => allWords.includes(word));
}
