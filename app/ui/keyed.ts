/**
 * Items with keys for React, for names that come from outside: of two equal keys React leaves one on the page for ever, so
 * that the second item of a name gets a number.
 */
export function keyed<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { key: string; item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: count === 0 ? name : `${name}\n${count}`, item };
  });
}
