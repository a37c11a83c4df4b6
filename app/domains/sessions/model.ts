/** One of a person's own sessions. Both moments are epoch milliseconds. */
export type SessionRow = {
  handle: string;
  device: string;
  signedInAt: number;
  seenAt: number;
  isThis: boolean;
};

export type PersonRow = {
  handle: string;
  name: string;
  username: string;
  /** In words: 'Chrome on Windows, Safari on iPhone'. */
  devices: string;
  sessions: number;
  seenAt: number;
  isSelf: boolean;
};
