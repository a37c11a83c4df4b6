import type { ShownHistory } from "#app/domains/rules/history.ts";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";

/** Who saved the rule, when, and what changed in words and field by field (rules#history), newest first. */
export function RuleHistory({ entries, inWords }: { entries: ShownHistory[]; inWords: string }) {
  return (
    <>
      <p className="rule-words">As it stands: {inWords}</p>
      <ActivityFeed
        entries={entries.map(({ key, title, who, inWords, changes, at }) => ({
          key,
          title: who === "" ? title : `${title} by ${who}`,
          body: (
            <>
              {inWords !== "" && <p className="rule-words">{inWords}</p>}
              <Fields changes={changes} isOpen={inWords === ""} />
            </>
          ),
          ...(at === undefined ? {} : { at }),
        }))}
        empty={<p>This rule has no history to show.</p>}
      />
    </>
  );
}

/** Every field that a save changed; folded away where a sentence says it. */
function Fields({ changes, isOpen }: Pick<ShownHistory, "changes"> & { isOpen: boolean }) {
  if (changes.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>Field by field</summary>
      <ul>
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {field}: {before || "(empty)"} → {after || "(empty)"}
          </li>
        ))}
      </ul>
    </details>
  );
}
