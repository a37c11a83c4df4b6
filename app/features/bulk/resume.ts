import { runOnPath } from "./paths.ts";
import { leftOf, type RunNews } from "./rows.ts";

/** Why a page does not go on just now; `lost` and `busy` mend themselves. */
export type Trouble = "lost" | "busy" | "signedOut" | "refused" | "failed";

type Answer = { news: RunNews } | { trouble: Trouble; waitMs?: number };

const shortestWaitMs = 1_000;
const maxWaitMs = 15_000;
/** Rows that another tab has taken, and outcomes, are asked after now and then, ever more slowly. */
const othersMs = 2_000;

const isNews = (answer: unknown): answer is RunNews =>
  typeof answer === "object" && answer !== null && "counts" in answer && "changed" in answer;

async function ask(id: string, signal: AbortSignal): Promise<Answer> {
  const sent = await fetch(runOnPath(id), { method: "POST", body: new FormData(), signal }).catch(
    (problem: unknown) => {
      if (problem instanceof TypeError) return undefined;
      throw problem;
    },
  );
  if (!sent) return { trouble: "lost" };
  if (sent.redirected) return { trouble: "signedOut" };
  if (sent.status === 429) {
    return { trouble: "busy", waitMs: 1000 * Number(sent.headers.get("Retry-After") ?? 5) };
  }
  if (sent.status === 403) return { trouble: "refused" };
  // A proxy's response while the portal restarts.
  if (sent.status === 502 || sent.status === 503 || sent.status === 504) return { trouble: "lost" };
  // A body that is no JSON is reported as a failure.
  const answer: unknown = sent.ok ? await sent.json().catch(() => undefined) : undefined;
  return isNews(answer) ? { news: answer } : { trouble: "failed" };
}

/** Waits, or until the browser is on line again; ends at once with `signal`. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });

/**
 * Has a run done, a few rows at a time, until it is through or stopped, and its outcomes are known. A connection that
 * is lost is tried again, ever more slowly: nothing is done twice by it (bulk#once). Resolves to whether the run is
 * through or stopped; false where it is for a person to mend what is wrong.
 */
export async function resume(
  id: string,
  signal: AbortSignal,
  tell: (update: { news: RunNews } | { trouble: Trouble }) => void,
): Promise<boolean> {
  let waitMs = shortestWaitMs;
  let pauseMs = othersMs;
  let latest = "";
  while (!signal.aborted) {
    const answer = await ask(id, signal);
    if (signal.aborted) return false;
    tell(answer);
    if ("news" in answer) {
      const { counts, changed, isStopped, isFollowing } = answer.news;
      if (isStopped || (leftOf(counts) === 0 && !isFollowing)) return true;
      waitMs = shortestWaitMs;
      // Rows that are followed come with each answer, as long as they are under way.
      const rows = JSON.stringify(changed);
      pauseMs = changed.length > 0 && rows !== latest ? othersMs : Math.min(maxWaitMs, pauseMs * 1.5);
      latest = rows;
      if (changed.length === 0 || leftOf(counts) === 0) await pause(pauseMs, signal);
    } else if (answer.trouble === "lost" || answer.trouble === "busy") {
      await pause(answer.waitMs ?? waitMs, signal);
      waitMs = Math.min(maxWaitMs, waitMs * 2);
    } else return false;
  }
  return false;
}
