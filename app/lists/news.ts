import { defineSearch } from "#app/search/defineSearch.ts";
import { openEnded } from "#app/search/entries.ts";
import { text } from "#app/search/fields.ts";

/** The message to a browser that follows a screen: nothing new, the new content, or that it cannot be read now. */
export type LiveNews<Shown> = { kind: "same" } | { kind: "new"; shown: Shown } | { kind: "failed" };

/** Whether the answer to a question for news is one; only this portal's own routes are asked. */
export const isNews = <Shown>(answer: unknown): answer is LiveNews<Shown> =>
  typeof answer === "object" && answer !== null && "kind" in answer;

/** A question that fails is news, too: it neither replaces the page with an error nor leads to sign-in. */
export const askQuietly = <Shown>(ask: () => Promise<LiveNews<Shown>>): Promise<LiveNews<Shown>> =>
  ask().catch(() => ({ kind: "failed" }));

/** A question for news says which version the browser shows. */
export const newsSearch = defineSearch({ since: text("since") });

/** Where news is asked for; the version that the browser shows is to be added at the end. */
export const newsPath = (path: string): string => openEnded(path, newsSearch.names.since);
