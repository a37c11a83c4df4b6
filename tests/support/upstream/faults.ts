import type { Fault } from "./start.ts";

/** An answer in JSON, whether or not it is the one that was asked for. */
export const jsonAnswer = (status: number, body: unknown): Fault => ({
  kind: "answer",
  status,
  body: JSON.stringify(body),
  type: "application/json",
});

/** The ways in which the answer to a read cannot be used. */
export const readFaults: Record<string, Fault> = {
  "is down": { kind: "reset" },
  "answers 500 with an error": jsonAnswer(500, { error: "The warehouse burnt down" }),
  "answers HTML": { kind: "answer", status: 200, body: "<html>proxy", type: "text/html" },
  "answers another shape": jsonAnswer(200, { hello: "world" }),
};
