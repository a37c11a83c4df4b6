import type { MetaDescriptor } from "@remix-run/node";

type Match = { meta: MetaDescriptor[] } | undefined;

/** The title of the page that something is open over. */
function titleBeneath(matches: readonly Match[]): string | undefined {
  const titles = matches.flatMap((match) =>
    (match?.meta ?? []).flatMap((one) => ("title" in one ? [String(one.title)] : [])),
  );
  return titles[titles.length - 1];
}

/** The title of what is open over a page: its own words, then the page's title (shell#titles). */
export const titleOver = (
  matches: readonly Match[],
  words: readonly (string | undefined)[],
): MetaDescriptor[] => [{ title: [...words, titleBeneath(matches)].filter(Boolean).join(" · ") }];

/** What a panel is called by: its record, and the tab that is open where that is not the first. */
export const panelWords = (
  name: string,
  { tab, tabs }: { tab: string; tabs: readonly { key: string; label: string }[] },
): string[] => [name, ...tabs.slice(1).flatMap(({ key, label }) => (key === tab ? [label] : []))];
