/**
 * Arguments of `node` with which a process's clock runs `speed` times as fast from `start` on (epoch milliseconds),
 * in its threads, too. With `timers` its timers do the same, down to 50 ms: the portal's limits on answers are not
 * for that.
 */
export function fastClock(speed: number, start: number, { timers = false } = {}): string[] {
  const program = `
    const real = Date.now;
    Date.now = () => Math.floor(${start} + (real() - ${start}) * ${speed});
    globalThis.Date = new Proxy(Date, {
      construct: (target, args, of) => Reflect.construct(target, args.length ? args : [Date.now()], of),
      apply: () => new Date().toString(),
    });
    ${timers ? "" : "if (false)"} for (const name of ["setTimeout", "setInterval"]) {
      const set = globalThis[name];
      globalThis[name] = Object.assign(
        (work, ms = 0, ...args) => set(work, Math.max(Math.min(ms, 50), ms / ${speed}), ...args),
        set,
      );
    }`;
  return ["--import", `data:text/javascript,${encodeURIComponent(program)}`];
}
