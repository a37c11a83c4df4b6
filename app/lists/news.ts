import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { tellSessionEnd } from "#app/auth/sessionEnded.ts";

/** What a screen shows that is followed; `version` changes when anything in it does. */
export type Versioned<Shown> = Shown & { version: string };

/** The message to a browser that follows a screen: nothing new, the new content, or that it cannot be read now. */
export type LiveNews<Shown> = { kind: "same" } | { kind: "new"; shown: Shown } | { kind: "failed" };

/** Whether the answer to a question for news is one; only this portal's own routes are asked. */
export const isNews = <Shown>(answer: unknown): answer is LiveNews<Shown> =>
  typeof answer === "object" && answer !== null && "kind" in answer;

/**
 * The browser's part of a route that is asked for news. A question that fails is news, too: it neither replaces the page
 * with an error nor leads to sign-in. One that would lead there has the page say that the session has ended
 * (sign-in#ends-open).
 */
export const newsClientLoader = ({ serverLoader }: ClientLoaderFunctionArgs): Promise<LiveNews<unknown>> =>
  serverLoader<LiveNews<unknown>>().catch((problem: unknown) => {
    if (problem instanceof Response && problem.headers.get("Location")?.startsWith("/login"))
      tellSessionEnd();
    return { kind: "failed" };
  });
