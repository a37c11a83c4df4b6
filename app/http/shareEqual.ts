/** Makes equal values of one page one and the same object, which is sent to the browser once. For plain JSON. */
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
