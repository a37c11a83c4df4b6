/** The database says nothing, or can't be reached: thrown by its guard alone, so nothing else is mistaken for it. */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super("The portal's database does not answer", options);
  }
}

/** Whether a query failed because the database is unavailable: drizzle gives that as the cause of its own error. */
export const isUnavailable = (problem: unknown): boolean =>
  problem instanceof DatabaseUnavailable || (problem instanceof Error && isUnavailable(problem.cause));

/**
 * A connection that can't be made or has ended, by the codes of Node and of PostgreSQL: class 08, a server that stops,
 * starts or recovers, and one that has no connection left.
 */
const lostConnection =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0\d|53300)$/;
/** The same in the words of `pg`, which gives these no code. */
const endedConnection = /^(?:Connection terminated|Client has encountered a connection error)/;

function isLostConnection(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const hasLostCode = "code" in problem && lostConnection.test(String(problem.code));
  return hasLostCode || endedConnection.test(problem.message) || isLostConnection(problem.cause);
}

const tickMs = 250;
/** Ticks without an answer after which the database is asked for a sign of life, and after which it counts as silent. */
const [askAfter, silentAfter] = [2, 4];

/**
 * Passes calls to a database on another machine, until it has been silent for a second: then every call fails at once,
 * those under way too, and `ping` is called until it answers again. Time is counted in ticks, so that a process that was
 * busy itself doesn't take that for the database's silence, and a single slow call doesn't either, as long as `ping` is
 * answered. A call whose connection is refused or ends fails in the same way, by itself.
 */
export function failWhileSilent(ping: () => Promise<unknown>) {
  const waiting = new Set<(problem: DatabaseUnavailable) => void>();
  let quietTicks = 0;
  let isSilent = false;
  let timer: NodeJS.Timeout | undefined;

  const heard = () => {
    quietTicks = 0;
    isSilent = false;
  };
  let isAsking = false;
  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    // A refusal is no sign of life: the next tick asks again.
    await ping().then(heard, () => undefined);
    isAsking = false;
  }
  function tick(): void {
    if (waiting.size === 0 && !isSilent) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    quietTicks += 1;
    if (quietTicks >= askAfter) void ask();
    if (quietTicks < silentAfter) return;
    isSilent = true;
    for (const giveUp of waiting) giveUp(new DatabaseUnavailable());
  }

  return async function call<T>(work: () => Promise<T>): Promise<T> {
    if (isSilent) throw new DatabaseUnavailable();
    if (timer === undefined) {
      quietTicks = 0;
      timer = setInterval(tick, tickMs).unref();
    }
    let giveUp: (problem: DatabaseUnavailable) => void = () => undefined;
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    waiting.add(giveUp);
    try {
      const answer = await Promise.race([work(), silence]);
      heard();
      return answer;
    } catch (problem) {
      throw isLostConnection(problem) ? new DatabaseUnavailable({ cause: problem }) : problem;
    } finally {
      waiting.delete(giveUp);
    }
  };
}
