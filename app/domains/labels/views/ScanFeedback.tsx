import { type SelectHTMLAttributes, useRef, useState } from "react";
import { labelLookSearch } from "#app/domains/labels/search.ts";
import { Button } from "#app/ui/Button.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";

type MissedScan = { key: string; barcode: string; problem: string };

/**
 * Scans neither added to the batch nor printed, each with its reason, until dismissed: during quick
 * scanning the message next to the field disappears with the next scan.
 */
export function useMissedScans() {
  const [scans, setScans] = useState<readonly MissedScan[]>([]);
  const added = useRef(0);
  return {
    scans,
    add(barcode: string, problem: string) {
      added.current += 1;
      const key = String(added.current);
      setScans((before) => [...before, { key, barcode, problem }]);
    },
    /** Removes the missed scans of a barcode that a person has dealt with. */
    settle: (settled: string) => setScans((before) => before.filter((scan) => scan.barcode !== settled)),
    dismiss: () => setScans([]),
  };
}

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

/** Turns the sounds of scans and labels on and off for this device. */
export function SoundSwitch({ isOn, toggle }: { isOn: boolean; toggle: () => void }) {
  return (
    <label className="toggle with-scripting">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      <span>Sounds</span>
    </label>
  );
}

/** The price book of former prices, shown on labels where higher (labels#was). */
export const WasPicker = ({
  books,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & { books: readonly string[] }) => (
  <label className="field flex-row flex-wrap items-center [&>select]:w-auto [&>select]:max-w-full">
    Was price from
    <select name={labelLookSearch.names.was} {...select}>
      <option value="">No former price</option>
      {books.map((book) => (
        <option key={book} value={book}>
          {book}
        </option>
      ))}
    </select>
  </label>
);
