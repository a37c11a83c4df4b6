/** Where a text stands in a JSON value. */
export type FoundIn = {
  /** How many names and values hold it. */
  places: number;
  /** Lists and objects in which it stands, at any depth. */
  branches: ReadonlySet<object>;
};

/** Whether a name or a value holds a text, in whatever case; `words` are in lower case. */
export const holds = (part: unknown, words: string): boolean =>
  (typeof part !== "object" || part === null) && String(part).toLowerCase().includes(words);

/** Looks for a text, in whatever case, in all names and values of a JSON value. */
export function foundIn(value: unknown, words: string): FoundIn {
  const branches = new Set<object>();
  let places = 0;
  // A stack of its own: a document may be nested more deeply than calls can be.
  const open: { value: object; parents: readonly object[] }[] = [];
  const enter = (inner: unknown, parents: readonly object[]) => {
    if (typeof inner === "object" && inner !== null) open.push({ value: inner, parents });
  };
  enter(value, []);
  for (let branch = open.pop(); branch; branch = open.pop()) {
    const line = [...branch.parents, branch.value];
    const isList = Array.isArray(branch.value);
    for (const [name, inner] of Object.entries(branch.value)) {
      const isHere = (!isList && holds(name, words)) || holds(inner, words);
      if (isHere) {
        places += 1;
        for (const parent of line) branches.add(parent);
      }
      enter(inner, line);
    }
  }
  return { places, branches };
}
