/** The guide: which pages there are, those of one's own roles first (guide#list). */
export const guidePath = "/guide";

/** What one role's day is made of. */
export const guidePagePath = (key: string): string => `${guidePath}/${encodeURIComponent(key)}`;
