import type { ShownError } from "#app/ui/feedback/ErrorBar.tsx";

/**
 * What became of a write that failed: it was not sent, it was sent and the service refused it, or it was sent and
 * no answer came, so that it may have been done.
 */
export type WriteOutcome = "notSent" | "refused" | "unknown";
const outcomes: ReadonlySet<unknown> = new Set<WriteOutcome>(["notSent", "refused", "unknown"]);

/**
 * What a person is told about a failure. `advice` is the way on; `stack` only where the upstream sent one; `write`
 * only where what failed was a write.
 */
export type ErrorView = ShownError & { write?: WriteOutcome };

const textFields = ["statusLine", "message", "correlationId", "advice"];

/** Whether the data of a thrown Response is an ErrorView. No schema: every page's scripts carry this. */
export function isErrorView(data: unknown): data is ErrorView {
  if (typeof data !== "object" || data === null) return false;
  const fields = new Map<string, unknown>(Object.entries(data));
  const stack = fields.get("stack");
  const write = fields.get("write");
  return (
    typeof fields.get("code") === "number" &&
    textFields.every((name) => typeof fields.get(name) === "string") &&
    (stack === undefined || typeof stack === "string") &&
    (write === undefined || outcomes.has(write))
  );
}
