/** What a person is told about a failure. `advice` is the way on; `stack` only where the upstream sent one. */
export type ErrorView = {
  statusLine: string;
  code: number;
  message: string;
  stack?: string;
  correlationId: string;
  advice: string;
};

const textFields = ["statusLine", "message", "correlationId", "advice"];

/** Whether the data of a thrown Response is an ErrorView. No schema: every page's scripts carry this. */
export function isErrorView(data: unknown): data is ErrorView {
  if (typeof data !== "object" || data === null) return false;
  const fields = new Map<string, unknown>(Object.entries(data));
  const stack = fields.get("stack");
  return (
    typeof fields.get("code") === "number" &&
    textFields.every((name) => typeof fields.get(name) === "string") &&
    (stack === undefined || typeof stack === "string")
  );
}
