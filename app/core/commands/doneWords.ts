/** 'Retry' of 'Submitted: Retry for exchange order'; what is no action of a service goes by what it is: 'Given'. */
export const actionOf = (verb: string, object: string): string =>
  verb === "Submitted" ? object.replace(/ for(?: [a-z ]+)?$/, "") : verb;

/** What an action is called once it is done, by its first word; others go by their name. */
const participles: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    approve: "approved",
    cancel: "cancelled",
    discard: "discarded",
    given: "given",
    mark: "marked",
    move: "moved",
    process: "processed",
    put: "put",
    reject: "rejected",
    resubmit: "resubmitted",
    resume: "resumed",
    retry: "retried",
    update: "updated",
    validate: "validated",
  }),
);

/** 'Retry' as 'retried', 'Put On Hold' as 'put on hold'. */
export function doneWords(action: string): string {
  const [first = "", ...rest] = action.split(" ");
  const done = participles.get(first.toLowerCase());
  return done
    ? [done, ...rest.map((word) => (/^[A-Z][a-z]*$/.test(word) ? word.toLowerCase() : word))].join(" ")
    : action;
}

/** What was done to a record, and what became of that, where it is followed. */
export type Done = { words: string; outcome?: string | undefined };

function counted<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const alike = new Map<string, Item[]>();
  for (const item of items) alike.set(keyOf(item), [...(alike.get(keyOf(item)) ?? []), item]);
  return [...alike].sort(([, one], [, other]) => other.length - one.length);
}

/** '9 retried: 8 went on, 1 failed again at Triage; 2 put on hold', the commonest first. */
export function tallyWords(done: readonly Done[]): string {
  const groups = counted(done, ({ words }) => words).map(([words, alike]) => {
    const outcomes = counted(
      alike.flatMap(({ outcome }) => outcome ?? []),
      (outcome) => outcome,
    ).map(([outcome, { length }]) => `${length} ${outcome}`);
    return [`${alike.length} ${words}`, outcomes.join(", ")].filter(Boolean).join(": ");
  });
  return groups.join(groups.some((group) => group.includes(": ")) ? "; " : ", ");
}
