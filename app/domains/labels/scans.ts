/** A scan: its code, and a name of its own, under which it counts once however often it is sent. */
export type Scan = { code: string; id: string };

/** Scans on their way: one at a time is looked up, the others wait in the order in which they came. */
export type Scans = {
  waiting: readonly Scan[];
  /** The scan being looked up, and the page that it was sent from. */
  sent?: Scan & { from: string };
};

export const noScans: Scans = { waiting: [] };

export const withScan = (scans: Scans, scan: Scan): Scans => ({
  ...scans,
  waiting: [...scans.waiting, scan],
});

/**
 * The turn of a page at rest: the scan whose result it shows, and the one to send now. `page` is another one after
 * every answer, `shown` the code that it shows. A scan that something else overtook is sent again if `isKept`.
 */
export function takeTurn(
  scans: Scans,
  { page, shown, isKept }: { page: string; shown: string; isKept: boolean },
): { scans: Scans; landed?: string; next?: Scan } {
  const { sent, waiting } = scans;
  if (sent?.from === page) return { scans };
  const isLanded = sent?.code === shown;
  const [next, ...others] =
    sent && !isLanded && isKept ? [{ code: sent.code, id: sent.id }, ...waiting] : waiting;
  return {
    scans: { waiting: others, ...(next === undefined ? {} : { sent: { ...next, from: page } }) },
    ...(isLanded ? { landed: shown } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** A short name for a scan, a label, a press or a page load. `crypto.randomUUID` needs a secure context. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join("");
