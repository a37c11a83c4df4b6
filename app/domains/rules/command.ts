import type { VersionLine } from "./compare.ts";

/** What the dialog of a rule's command holds beside its question. */
export type RuleSlot = {
  /** What the form says of the rule as it was seen, and which way the toggle goes. */
  seen: string;
  enabled?: "1" | "0";
  editHref: string;
  /** What is asked before the rule goes live: what it does, and the form's field that agrees to it. */
  live?: { warning: string; agreed: string };
  /** What an Undo puts back, beside the rule as it stands. */
  back?: VersionLine[];
  /** The rule as it was seen, beside the rule as it stands: another person changed it in between. */
  changed?: { who: string; at: string; lines: VersionLine[] };
};
