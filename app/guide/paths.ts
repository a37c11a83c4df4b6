/** The list of guide pages, those of one's own roles first (guide#list). */
export const guidePath = "/guide";

/** The guide page of one role. */
export const guidePagePath = (key: string): string => `${guidePath}/${encodeURIComponent(key)}`;
