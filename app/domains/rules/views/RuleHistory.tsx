import type { ShownHistory } from "#app/domains/rules/editor.ts";
import { ActivityFeed } from "#app/ui/text/ActivityFeed.tsx";

/** Who saved the rule, when, and what changed, newest first. */
export function RuleHistory({ entries, inWords }: { entries: ShownHistory[]; inWords: string }) {
  return (
    <>
      <p className="rule-words">As it stands: {inWords}</p>
      <ActivityFeed
        entries={entries.map(({ key, title, who, changes, at }) => ({
          key,
          title: who === "" ? title : `${title} by ${who}`,
          body: changes.length > 0 && (
            <ul>
              {changes.map(({ field, before, after }) => (
                <li key={field}>
                  {field}: {before || "(empty)"} → {after || "(empty)"}
                </li>
              ))}
            </ul>
          ),
          ...(at === undefined ? {} : { at }),
        }))}
        empty={<p>This rule has no history to show.</p>}
      />
    </>
  );
}
