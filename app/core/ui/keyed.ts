/**
 * Items with keys for React, for names that come from outside: of two equal keys React leaves one on the page for ever, so
 * that the second item of a name gets a number.
 */
export function keyed<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { key: string; item: Item }[] {
  const used = new Set<string>();
  return items.map((item) => {
    const name = nameOf(item);
    let key = name;
    for (let number = 2; used.has(key); number += 1) key = `${name} ${number}`;
    used.add(key);
    return { key, item };
  });
}
