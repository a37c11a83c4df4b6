import type { RuleValues } from "#app/domains/rules/fields.ts";
import type { RuleContext } from "#app/domains/rules/forms.ts";
import { shownMoment } from "#app/domains/rules/list.ts";
import type { Placed } from "#app/domains/rules/prices/place.ts";
import type { EditedRule } from "#app/domains/rules/values.ts";
import { env } from "#app/env.server.ts";
import { formatDateTime } from "#app/ui/text/time.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule } from "#contract/rules.ts";

/** A posted form of the editor, and the rule that results from applying it to the opened one. */
export type Posted = {
  form: FormData;
  values: RuleValues;
  base: EditedRule;
  edited: EditedRule;
  context: RuleContext;
  /** The priority for the chosen place among the others. */
  placed?: Placed<CustomRule>;
  /** The store's rules, if its place was looked up among them. */
  rows?: readonly WireRow<CustomRule>[];
};

export const shownAt = (value: CustomRule["startDate"]): string => {
  const at = shownMoment(value);
  return at === "" ? "–" : formatDateTime(at, env.TIME_ZONE);
};
