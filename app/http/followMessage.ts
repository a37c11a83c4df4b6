import type { MessageView } from "#app/ui/feedback/Message.tsx";

/** Asks what became of an action until that is known, ever more slowly, for two minutes. */
export async function followMessage(
  href: string,
  signal: AbortSignal,
  tell: (said: MessageView) => void,
): Promise<void> {
  for (let waitMs = 1_000; waitMs < 40_000; waitMs *= 1.4) {
    await new Promise((resolve) => window.setTimeout(resolve, waitMs));
    if (signal.aborted) return;
    const answer = await fetch(href, { signal });
    if (answer.status === 204) continue;
    // Only this portal's own route is asked.
    if (answer.ok && !answer.redirected) tell(await answer.json());
    return;
  }
}
