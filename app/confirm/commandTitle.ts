import type { MetaDescriptor } from "@remix-run/node";
import { titleOver } from "#app/ui/shell/titles.ts";

type Titled = {
  question: { title: string; heading: string };
  receipt: { object: string; name: string };
};

/** The words that most dialogs' titles begin with (actions#confirm, returns#confirming). */
export const fixedTitle = "Confirm Action";

/** The action and its record: 'Reject EXO-000584'. */
export const actionAndRecord = ({ question, receipt }: Titled): string =>
  `${question.heading || receipt.object || question.title} ${receipt.name}`.trim();

/** The title of a command's dialog: action and record, over the title of the page below (shell#titles). */
export function commandTitle({
  data,
  matches,
}: {
  data: { dialog: Titled } | undefined;
  matches: Parameters<typeof titleOver>[0];
}): MetaDescriptor[] {
  if (!data) return titleOver(matches, []);
  return titleOver(matches, [actionAndRecord(data.dialog)]);
}
