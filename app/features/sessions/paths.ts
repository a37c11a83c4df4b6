export const sessionsPath = "/sessions";

export const endSessionPath = (handle: string): string => `${sessionsPath}/${encodeURIComponent(handle)}/end`;

export const peoplePath = "/people";

/** The question before a computer has to sign in again to print for a station. */
export const takeKeyPath = (alias: string, stationId: string): string =>
  `${peoplePath}/stations/${encodeURIComponent(alias)}/${encodeURIComponent(stationId)}/key`;

export const endPersonPath = (handle: string): string => `${peoplePath}/${encodeURIComponent(handle)}/end`;
