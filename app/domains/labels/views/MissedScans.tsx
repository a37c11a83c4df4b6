import { Button } from "#app/ui/elements.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import type { MissedScan } from "./useScanner.ts";

/** Scans that were neither added to the batch nor printed. */
export function MissedScans({
  title,
  scans,
  dismiss,
}: {
  title: string;
  scans: readonly MissedScan[];
  dismiss: () => void;
}) {
  if (scans.length === 0) return null;
  return (
    <Notice tone="attention">
      <p className="font-semibold">{title}</p>
      <ul>
        {scans.map(({ key, barcode, problem }) => (
          <li key={key}>
            {barcode}: {problem}
          </li>
        ))}
      </ul>
      <Button onClick={dismiss}>Dismiss</Button>
    </Notice>
  );
}
