import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { tellSessionEnd } from "#app/core/auth/SessionEnd.tsx";

/** The content of a live screen; `version` changes with anything in it. */
export type Versioned<Data> = Data & { version: string };

/** The response to a poll: unchanged, the new content, or that it cannot be read now. */
export type LiveNews<Data> = { kind: "same" } | { kind: "new"; view: Data } | { kind: "failed" };

/** Type guard for the response to a poll: only this portal's own routes are polled, but maybe of another version. */
export const isNews = <Data>(answer: unknown): answer is LiveNews<Data> =>
  typeof answer === "object" &&
  answer !== null &&
  "kind" in answer &&
  (answer.kind !== "new" || "view" in answer);

/**
 * The client loader of a polled route. A failed poll is a result, too: it neither replaces the page with an error nor
 * redirects to sign-in. If it would redirect there, the page shows that the session has ended (sign-in#ends-open).
 */
export const newsClientLoader = ({ serverLoader }: ClientLoaderFunctionArgs): Promise<LiveNews<unknown>> =>
  serverLoader<LiveNews<unknown>>().catch((problem: unknown) => {
    if (problem instanceof Response && problem.headers.get("Location")?.startsWith("/login"))
      tellSessionEnd();
    return { kind: "failed" };
  });
