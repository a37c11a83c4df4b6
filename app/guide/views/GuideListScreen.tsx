import type { GuideEntry } from "#app/guide/model.ts";
import { Card } from "#app/ui/Card.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

function Entries({ title, entries }: { title: string; entries: readonly GuideEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="ruled">
        {entries.map(({ key, href, title: name, about, role }) => (
          <li key={key} className="py-2">
            <a href={href} className="font-semibold">
              {name}
            </a>
            <span className="text-ink-soft"> · role {role}</span>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The pages of the guide, those for one's own roles first (guide#list). */
export function GuideListScreen({
  own,
  others,
}: {
  own: readonly GuideEntry[];
  others: readonly GuideEntry[];
}) {
  return (
    <Page title="Guide" subtitle="What each kind of work is made of, step by step.">
      <Entries title="For your role" entries={own} />
      <Entries title={own.length > 0 ? "For other roles" : "For each role"} entries={others} />
    </Page>
  );
}
