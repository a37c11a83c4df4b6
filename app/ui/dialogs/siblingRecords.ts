import { createContext } from "react";

/** A record beside the one that is open: its address, and what people call it. */
export type SiblingRecord = { href: string; name: string };

/** The ways from record to record. */
export type Way = "previous" | "next";

/** Where an open record stands on the page of its list (screens#beside); `place` counts from 1, `name` is its own. */
export type SiblingRecords = { place?: { at: number; of: number; name: string } } & {
  [Key in Way]?: SiblingRecord;
};

/** The record of a list that is open. */
export type OpenRecord = {
  id: string;
  /** What stands beside it; nothing where it is no row of the page. */
  siblings: SiblingRecords | undefined;
  /** The way that a person took, and from which record, until the focus is on it again. */
  went: { current: { from: string; way: Way } | undefined };
};

/** What a list tells the panel that is open over it. */
export const OpenRecordContext = createContext<OpenRecord | undefined>(undefined);
