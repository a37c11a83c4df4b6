/** The list of guide pages, those of one's own roles first (guide#list). */
export const guidePath = "/guide";

export const guidePagePath = (key: string): string => `${guidePath}/${encodeURIComponent(key)}`;

/** The size of the guide's screenshots, in pixels: that of the window. */
export const pictureWidth = 1024;
export const pictureHeight = 640;

/** The URL of a guide's screenshot. */
export const picturePath = (name: string): string => `/guide-pictures/${name}.webp`;
