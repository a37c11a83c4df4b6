/** The size of every picture of the guide, in pixels; the window that it was photographed in. */
export const pictureWidth = 1024;
export const pictureHeight = 640;

/** Where a picture of the guide is served. */
export const picturePath = (name: string): string => `/guide-pictures/${name}.webp`;
