/** Thrown instead of calling a store that has not said anything for a second. */
export class StoreSilent extends Error {
  constructor() {
    super("The portal's store does not answer");
  }
}

const tickMs = 250;
/** Ticks without an answer after which the store is asked for a sign of life, and after which it counts as silent. */
const [askAfter, silentAfter] = [2, 4];

/**
 * Passes calls to a store on another machine, until it has been silent for a second: then every further call fails at
 * once, instead of holding its request until the store's own timeout, and `ping` is called until it answers again.
 * Time is counted in ticks, so that a process that was busy itself doesn't take that for the store's silence, and a
 * single slow call doesn't either, as long as `ping` is answered.
 */
export function failWhileSilent(ping: () => Promise<unknown>) {
  let pending = 0;
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
    if (pending === 0 && !isSilent) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    quietTicks += 1;
    if (quietTicks >= askAfter) void ask();
    if (quietTicks >= silentAfter) isSilent = true;
  }

  return async function call<T>(work: () => Promise<T>): Promise<T> {
    if (isSilent) throw new StoreSilent();
    pending += 1;
    if (timer === undefined) {
      quietTicks = 0;
      timer = setInterval(tick, tickMs).unref();
    }
    try {
      const value = await work();
      heard();
      return value;
    } finally {
      pending -= 1;
    }
  };
}
