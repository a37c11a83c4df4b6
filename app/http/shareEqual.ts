/** Replaces equal values of one page by the same object, which is serialised once. For plain JSON. */
export function shareEqual<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const same = known.get(key);
    if (same !== undefined) return same;
    known.set(key, value);
    return value;
  };
}
