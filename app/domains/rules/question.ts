import type { ErrorView } from "#app/http/errorView.ts";
import type { VersionLine } from "./compare.ts";

/** A question about one rule as a whole: to switch it on or off, or to delete it. */
export type RuleQuestion = {
  title: string;
  question: string;
  /** What the rule is about, in a line or two. */
  about: string[];
  /** What is sent with the answer. */
  fields: { enabled?: "1" | "0"; seen: string; token: string };
  yes: string;
  closeTo: string;
  editHref: string;
  /** The rule as it was seen, beside the rule as it stands: another person changed it in between. */
  changed?: { who: string; at: string; lines: VersionLine[] };
  /** Why there is nothing to ask. */
  refusal?: string;
  problem?: ErrorView;
};
