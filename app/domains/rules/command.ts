import type { VersionLine } from "./compare.ts";

export type RuleSlot = {
  /** The revision of the rule that the form showed, and the direction of the toggle. */
  seen: string;
  enabled?: "1" | "0";
  editHref: string;
  /** The question before the rule goes live: its effect, and the form field of the agreement. */
  live?: { warning: string; agreed: string };
  /** The version that an Undo restores, next to the current one. */
  back?: VersionLine[];
  /** The version that the form showed, next to the current one: another person changed it in between. */
  changed?: { who: string; at: string; lines: VersionLine[] };
};
