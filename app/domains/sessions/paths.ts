export const sessionsPath = "/sessions";

export const endSessionPath = (handle: string): string => `${sessionsPath}/${encodeURIComponent(handle)}/end`;

export const peoplePath = "/people";

export const endPersonPath = (handle: string): string => `${peoplePath}/${encodeURIComponent(handle)}/end`;
