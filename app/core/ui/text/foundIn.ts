export type FoundIn = {
  places: number;
  /** Lists and objects that contain a match at any depth. */
  branches: ReadonlySet<object>;
};

/** Whether a name or a value contains a text, case-insensitively; `words` are in lower case. */
export const holds = (part: unknown, words: string): boolean =>
  (typeof part !== "object" || part === null) && String(part).toLowerCase().includes(words);

/** Searches all names and values of a JSON value for a text, case-insensitively. */
export function foundIn(value: unknown, words: string): FoundIn {
  const branches = new Set<object>();
  let places = 0;
  // An explicit stack: a document may be nested more deeply than calls can be.
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
