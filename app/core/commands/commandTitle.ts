import type { MetaDescriptor } from "@remix-run/node";
import { confirmTitle } from "#app/core/specification/actions.ts";
import { titleOver } from "#app/core/ui/shell/titles.ts";
import { askedOver } from "./model.ts";

type Titled = {
  question: { title: string; heading: string };
  receipt: { object: string; name: string };
};

/** The dialog's heading: the specification's, alone, or else the command's own (actions#confirm, returns#confirming). */
export const headingOf = (command: Titled): string => command.question.title || actionAndRecord(command);

/** What a dialog with the specification's heading is about, for its first line. */
export const subjectOf = (command: Titled): string | undefined =>
  command.question.title === confirmTitle ? actionAndRecord(command) : undefined;

/** The action and its record: 'Reject EXO-000584'. */
const actionAndRecord = ({ question, receipt }: Titled): string =>
  `${question.heading || receipt.object || question.title} ${receipt.name}`.trim();

/**
 * The title of a command's dialog: action and record, over the title of the page below (shell#titles). A panel below it
 * is left out: it would name the record again.
 */
export function commandTitle({
  data,
  location,
  matches,
}: {
  data: { dialog: Titled } | undefined;
  location: { pathname: string };
  matches: Parameters<typeof titleOver>[0];
}): MetaDescriptor[] {
  if (!data) return titleOver(matches, []);
  const titled = matches.filter((match) => match !== undefined && match.meta.length > 0);
  const below = askedOver(location.pathname) === "panel" ? titled.slice(0, -1) : titled;
  return titleOver(below, [actionAndRecord(data.dialog)]);
}
