export const runsPath = "/bulk";

export const runPath = (id: string): string => `/bulk/runs/${encodeURIComponent(id)}`;

/** Where a page has the next rows of a run done by itself. */
export const runOnPath = (id: string): string => `${runPath(id)}/on`;
