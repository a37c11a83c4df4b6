import type { MetaDescriptor } from "@remix-run/node";
import { titleOver } from "#app/ui/shell/titles.ts";
import type { OpenCommand } from "./command.ts";

/** The title of a command's dialog: action and record, over the title of the page below (shell#titles). */
export function commandTitle({
  data,
  matches,
}: {
  data: { dialog: Pick<OpenCommand<unknown>, "question" | "receipt"> } | undefined;
  matches: Parameters<typeof titleOver>[0];
}): MetaDescriptor[] {
  if (!data) return titleOver(matches, []);
  const { question, receipt } = data.dialog;
  return titleOver(matches, [
    `${question.heading || receipt.object || question.title} ${receipt.name}`.trim(),
  ]);
}
