import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { labelTaskSearch } from "#app/domains/labels/search.ts";
import { entriesOf, firstOf } from "#app/search/entries.ts";

export type MissedScan = { key: string; barcode: string; problem: string };

/**
 * Scans that did not get into the batch, or printed nothing, each with its reason, until they are dismissed: among quick
 * scans the message beside the field is gone with the next one.
 */
export function useMissedScans(problem: string | undefined, barcode: string) {
  const { key, search } = useLocation();
  const [scans, setScans] = useState<readonly MissedScan[]>([]);
  const [landed, setLanded] = useState<string>();
  const added = useRef(0);
  if (landed !== key) {
    setLanded(key);
    const isScan = firstOf(entriesOf(search), labelTaskSearch.names.scan) !== undefined;
    if (isScan && problem !== undefined) setScans([...scans, { key, barcode, problem }]);
  }
  return {
    scans,
    add(missed: string, why: string) {
      added.current += 1;
      const one = { key: `${key} ${added.current}`, barcode: missed, problem: why };
      setScans((before) => [...before, one]);
    },
    /** A person has dealt with what was missed of this barcode. */
    settle: (settled: string) => setScans((before) => before.filter((scan) => scan.barcode !== settled)),
    dismiss: () => setScans([]),
  };
}
