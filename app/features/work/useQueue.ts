import { useMatches } from "@remix-run/react";
import type { QueueView } from "./queue.ts";

const isQueue = (value: unknown): value is QueueView =>
  typeof value === "object" && value !== null && "open" in value && "of" in value;

/** The queue of the open record, from the data of its panel; undefined where it is not worked through. */
export const useQueue = (): QueueView | undefined =>
  useMatches()
    .map(({ data }) =>
      typeof data === "object" && data !== null && "queue" in data ? data.queue : undefined,
    )
    .find(isQueue);
