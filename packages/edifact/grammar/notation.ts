/**
 * A segment of a directory's message structure. A mandatory one shows how far a message has progressed; one that `opens`
 * may begin its group where that is implied.
 */
export type SegmentRule = { tag: string; mandatory: boolean; repeats: boolean; opens: boolean };

/**
 * A segment group, recognised by its first segment (its trigger). An `implied` one may lack it, and begins with the
 * trigger of a group inside it, or with a segment that `opens`.
 */
export type GroupRule = {
  /** As in the directory, e.g. SG28; empty for the message itself. */
  name: string;
  trigger: string;
  implied: boolean;
  children: readonly Rule[];
  /** The places of a tag among the children: as a segment or as the trigger of a group. */
  placesOf: ReadonlyMap<string, readonly number[]>;
};

export type Rule = SegmentRule | GroupRule;

export const isGroupRule = (rule: Rule): rule is GroupRule => "children" in rule;

/**
 * Reads a message structure from its notation: `BGM! DTM* 1(RFF DTM*)` is a mandatory BGM, DTM that may repeat, and
 * segment group 1, which begins with RFF. `10~(CPS …)` may be implied, `QTY~` opens. UNH and UNT are left out.
 */
export function structure(notation: string): GroupRule {
  const words = notation.match(/\d+~?\(|[A-Z][A-Z0-9]{2}[!~]?\*?|\)/g) ?? [];
  let at = 0;
  const group = (name: string, implied: boolean): GroupRule => {
    const children: Rule[] = [];
    for (; at < words.length; ) {
      const word = words[at] ?? "";
      at += 1;
      if (word === ")") break;
      if (word.endsWith("(")) children.push(group(`SG${Number.parseInt(word, 10)}`, word.includes("~")));
      else
        children.push({
          tag: word.slice(0, 3),
          mandatory: word.includes("!"),
          repeats: word.endsWith("*"),
          opens: word.includes("~"),
        });
    }
    const [first] = children;
    const trigger = first && !isGroupRule(first) && name ? first.tag : "";
    return { name, trigger, implied, children, placesOf: placesIn(children) };
  };
  return group("", false);
}

function placesIn(children: readonly Rule[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  children.forEach((rule, index) => {
    const tag = isGroupRule(rule) ? rule.trigger : rule.tag;
    places.set(tag, [...(places.get(tag) ?? []), index]);
  });
  return places;
}
