import type { MetaDescriptor } from "@remix-run/node";

type Match = { meta: MetaDescriptor[] } | undefined;

/** The title of the page below an open panel or dialog. */
function titleBeneath(matches: readonly Match[]): string | undefined {
  const titles = matches.flatMap((match) =>
    (match?.meta ?? []).flatMap((one) => ("title" in one ? [String(one.title)] : [])),
  );
  return titles[titles.length - 1];
}

/** The title of a panel or dialog: its own words, then the page's title (shell#titles). */
export const titleOver = (
  matches: readonly Match[],
  words: readonly (string | undefined)[],
): MetaDescriptor[] => [{ title: [...words, titleBeneath(matches)].filter(Boolean).join(" · ") }];

/** The title of a panel: its record, and the open tab unless it is the first. */
export const panelWords = (
  name: string,
  { tab, tabs }: { tab: string; tabs: readonly { key: string; label: string }[] },
): string[] => [name, ...tabs.slice(1).flatMap(({ key, label }) => (key === tab ? [label] : []))];
