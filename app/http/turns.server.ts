type Waiting = { who: string; begin: () => void };

/**
 * A queue for CPU-heavy work: limited concurrency, and one piece per person. `take` resolves to the function that
 * releases the turn; it rejects with the signal's reason for a caller that has gone before its turn.
 */
export function createTurns(concurrency: number) {
  const running = new Set<string>();
  const line: Waiting[] = [];

  function next(): void {
    const at = line.findIndex(({ who }) => running.size < concurrency && !running.has(who));
    if (at < 0) return;
    const [first] = line.splice(at, 1);
    first?.begin();
  }

  return function take(who: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(mine), 1);
        reject(signal.reason);
      };
      const mine: Waiting = {
        who,
        begin() {
          signal.removeEventListener("abort", leave);
          running.add(who);
          let isOver = false;
          resolve(() => {
            if (isOver) return;
            isOver = true;
            running.delete(who);
            next();
          });
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
      line.push(mine);
      next();
    });
  };
}
