import { allOf, firstOf, type SearchEntry } from "./entries.ts";

/**
 * One field of a search. `read` never throws: a missing or invalid value gives the default, which `write` leaves out.
 */
export type Field<Value> = {
  /** The query parameter, also the name of its form field. */
  name: string;
  /** It sets the page or look of a list, not its content. */
  isLook?: boolean;
  read(entries: readonly SearchEntry[]): Value;
  write(value: Value): SearchEntry[];
};

/** Longer texts are cut: a search field takes an id, a code, an email address or some words. */
const maxTextLength = 200;
/** A higher page number is a typing error. */
const highestPage = 1_000_000;

/** A trimmed text of limited length; no character is cut in two. */
export const trimmed = (value: string, longest = maxTextLength): string =>
  value
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();

/** A field of one value, written only if it differs from the default. */
const single = <Value>(
  name: string,
  read: (value: string | undefined) => Value,
  write: (value: Value) => string | undefined,
): Field<Value> => ({
  name,
  read: (entries) => read(firstOf(entries, name)),
  write: (value) => {
    const written = write(value);
    return written === undefined ? [] : [[name, written]];
  },
});

/** A field of several distinct values in order; empty by default. */
const several = <Value extends string>(
  name: string,
  read: (values: readonly string[]) => Value[],
): Field<Value[]> => ({
  name,
  read: (entries) => read(allOf(entries, name)),
  write: (values) => values.map((value) => [name, value]),
});

/** A free text; empty by default. With `like`, a text that doesn't match counts as empty. */
export const text = (
  name: string,
  { longest = maxTextLength, like }: { longest?: number; like?: RegExp } = {},
): Field<string> =>
  single(
    name,
    (value = "") => {
      const read = trimmed(value, longest);
      return like === undefined || like.test(read) ? read : "";
    },
    (value) => (value === "" ? undefined : value),
  );

const wholeNumber = (value: string | undefined, highest: number): number | undefined => {
  const number = /^\d{1,9}$/.test(value?.trim() ?? "") ? Number(value) : 0;
  return number >= 1 && number <= highest ? number : undefined;
};

/** A page of a list, from 1, the default. */
export const pageNumber = (name = "page"): Field<number> => ({
  ...single(
    name,
    (value) => wholeNumber(value, highestPage) ?? 1,
    (page) => (page > 1 ? String(page) : undefined),
  ),
  isLook: true,
});

/** Marks a field as look, not content, of a list. */
export const asLook = <Value>(field: Field<Value>): Field<Value> => ({ ...field, isLook: true });

/** A number from 1; undefined by default. */
export const ordinal = (name: string): Field<number | undefined> =>
  single(
    name,
    (value) => wholeNumber(value, Number.POSITIVE_INFINITY),
    (number) => (number === undefined ? undefined : String(number)),
  );

/** A boolean, true if the value is `on`; false by default. */
export const flag = (name: string, on = "1"): Field<boolean> =>
  single(
    name,
    (value) => value === on,
    (value) => (value ? on : undefined),
  );

/** One of these values; the first of them, possibly undefined, is the default. */
export const oneOf = <const First extends string | undefined, const Other extends string>(
  name: string,
  [first, ...others]: readonly [First, ...Other[]],
): Field<First | Other> =>
  single<First | Other>(
    name,
    (value) => others.find((known) => known === value) ?? first,
    (value) => (value === first ? undefined : value),
  );

/** Any of these values, in the order of the list. */
export const someOf = <const Value extends string>(name: string, values: readonly Value[]): Field<Value[]> =>
  several(name, (sent) => values.filter((known) => sent.includes(known)));

const choices = (name: string, most: number, isChoice: (value: string) => boolean): Field<string[]> =>
  several(name, (sent) => [...new Set(sent.filter(isChoice))].slice(0, most));

/** Up to `most` codes, known or not. They may be sent as one comma-separated list, so none may contain a comma. */
export const codes = (name: string, most: number): Field<string[]> =>
  choices(name, most, (value) => /^[\w:./-]{1,80}$/.test(value));

/** Names chosen by people, such as aliases: any text, verbatim, without control characters. */
export const givenNames = (name: string, most: number): Field<string[]> =>
  choices(
    name,
    most,
    (value) => value.trim() !== "" && value.length <= maxTextLength && !/\p{Cc}/u.test(value),
  );
