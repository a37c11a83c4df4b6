import type { MetaDescriptor } from "@remix-run/node";
import { titleOver } from "#app/ui/shell/titles.ts";
import type { OpenDeed } from "./deed.ts";

/** The title of a deed's dialog: what it does to which record, over the page beneath (shell#titles). */
export function deedTitle({
  data,
  matches,
}: {
  data: { dialog: Pick<OpenDeed<unknown>, "question" | "told"> } | undefined;
  matches: Parameters<typeof titleOver>[0];
}): MetaDescriptor[] {
  if (!data) return titleOver(matches, []);
  const { question, told } = data.dialog;
  return titleOver(matches, [`${question.heading || told.what || question.title} ${told.name}`.trim()]);
}
