import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { Card } from "#app/core/ui/Card.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { guidePages } from "#app/features/guide/guidePages.server.ts";
import { entriesFor, type GuideEntry } from "#app/features/guide/model.ts";

export const meta: MetaFunction = () => [{ title: "Guide" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { roles } = await requireMay(request, "guide");
  return entriesFor(guidePages, roles);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

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
export default function Guide() {
  const { own, others } = useLoaderData<typeof loader>();
  return (
    <Page title="Guide" subtitle="What each kind of work is made of, step by step.">
      <Entries title="For your role" entries={own} />
      <Entries title={own.length > 0 ? "For other roles" : "For each role"} entries={others} />
    </Page>
  );
}
