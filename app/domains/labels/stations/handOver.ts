import type { Turn, TurnAnswer } from "./queue.ts";
import type { PrinterFaces, StationJob } from "./station.ts";

/** A label's commands and signature; or why there are none, in words. */
export type Written = Pick<TurnAnswer, "commands" | "signed"> | { unwritten: string };

/**
 * A turn of a station's page, with the label that it takes, written for the page's printer. One that can't be written is
 * given back: it waits, and the page is told why (labels#no-line).
 */
export async function handOver(
  turn: Turn,
  take: (turn: Turn) => Promise<TurnAnswer | undefined>,
  write: (label: StationJob & PrinterFaces & { lease: string }, at: number) => Promise<Written>,
): Promise<TurnAnswer | undefined> {
  const answer = await take(turn);
  const { lease, printer } = turn;
  if (!answer?.job || lease === undefined || !printer) return answer;
  const written = await write({ ...answer.job, ...printer, lease }, answer.job.since);
  if (!("unwritten" in written)) return { ...answer, ...written };
  const { unwritten } = written;
  const back = { lease, is: "waiting", reason: "" } as const;
  const without = { reports: [back], commands: [], isStopped: false, lease: undefined, problem: unwritten };
  const given = await take({ ...turn, ...without });
  return given && { ...given, refused: unwritten };
}
