/** A page that somebody waits for takes less than this even on a slow machine, in ms; a busy platform's files go on, too. */
const patienceMs = 100;

let open = 0;
const waiting = new Set<() => void>();

/** Somebody waits for an answer from now on, until the returned function is called. */
export function awaitedRead(): () => void {
  open += 1;
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    open -= 1;
    if (open > 0) return;
    for (const goOn of waiting) goOn();
  };
}

/**
 * Lets the reads go first that somebody waits for: resolves when none is left, and after 100 ms in any case. For work
 * that nobody watches, before each transaction and never within one: an embedded database has one session, which a read
 * of several queries would otherwise share with a transaction after each of them.
 */
export async function giveWay(): Promise<void> {
  if (open === 0) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, patienceMs);
    waiting.add(goOn);
  });
}
