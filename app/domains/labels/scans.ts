/** Scans on their way: one at a time is looked up, the others wait in the order in which they came. */
export type Scans = {
  waiting: readonly string[];
  /** The scan being looked up, and the page that it was sent from. */
  sent?: { code: string; from: string };
};

export const noScans: Scans = { waiting: [] };

export const withScan = (scans: Scans, code: string): Scans => ({
  ...scans,
  waiting: [...scans.waiting, code],
});

/**
 * The turn of a page at rest: the scan whose result it shows, and the one to send now. `page` is another one after
 * every answer, `shown` the code that it shows. A scan that something else overtook is sent again if `isKept`.
 */
export function takeTurn(
  scans: Scans,
  { page, shown, isKept }: { page: string; shown: string; isKept: boolean },
): { scans: Scans; landed?: string; next?: string } {
  const { sent, waiting } = scans;
  if (sent?.from === page) return { scans };
  const isLanded = sent?.code === shown;
  const [next, ...others] = sent && !isLanded && isKept ? [sent.code, ...waiting] : waiting;
  return {
    scans: { waiting: others, ...(next === undefined ? {} : { sent: { code: next, from: page } }) },
    ...(isLanded ? { landed: shown } : {}),
    ...(next === undefined ? {} : { next }),
  };
}
