/** Reading stops with a finding at these. */
export type Limits = {
  /** Bytes, or characters where a string is read. */
  length: number;
  segments: number;
  /** Interchanges that are opened; the segments of further ones are only listed. */
  interchanges: number;
  /** Messages, functional groups and packages that are opened. */
  messages: number;
};

/** Enough for any interchange; a file that reaches one of these needs a few hundred megabytes of memory. */
export const defaultLimits: Limits = {
  length: 64 * 1024 * 1024,
  segments: 1_000_000,
  interchanges: 10_000,
  messages: 100_000,
};
