/** The list of guide pages, those of one's own roles first (guide#list). */
export const guidePath = "/guide";

export const guidePagePath = (key: string): string => `${guidePath}/${encodeURIComponent(key)}`;
