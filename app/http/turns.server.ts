type Waiting = { who: string; begin: () => void };

/**
 * A line for work that is worth a thread: so much of it runs at a time, and of one person one piece. `take` resolves to
 * what gives the turn back; it rejects with the signal's reason for whoever has gone before it was theirs.
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
