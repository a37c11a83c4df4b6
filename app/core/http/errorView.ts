import type { ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";

/** The outcome of a failed write: not sent, refused by the service, or without a response, so that it may be done. */
export type WriteOutcome = "notSent" | "refused" | "unknown";
const outcomes: ReadonlySet<unknown> = new Set<WriteOutcome>(["notSent", "refused", "unknown"]);

/** A form as it was typed, whose request failed before anything was done. */
export type UnsentForm = { action: string; fields: [string, string][] };

/**
 * A failure as shown to people; `stack` only if the upstream sent one, `write` only for a failed write, `unsent` only
 * for a form that nothing was done with.
 */
export type ErrorView = ErrorText & { write?: WriteOutcome; unsent?: UnsentForm };

const textFields = ["statusLine", "message", "correlationId", "advice"];

/** Whether the data of a thrown Response is an ErrorView. No schema: this is part of every page's scripts. */
export function isErrorView(data: unknown): data is ErrorView {
  if (typeof data !== "object" || data === null) return false;
  const fields = new Map<string, unknown>(Object.entries(data));
  const stack = fields.get("stack");
  const write = fields.get("write");
  const unsent = fields.get("unsent");
  return (
    typeof fields.get("code") === "number" &&
    textFields.every((name) => typeof fields.get(name) === "string") &&
    (stack === undefined || typeof stack === "string") &&
    (write === undefined || outcomes.has(write)) &&
    (unsent === undefined || (typeof unsent === "object" && unsent !== null && "fields" in unsent))
  );
}
