import { EmptyState } from "#app/ui/lists/EmptyState.tsx";
import { Table } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import type { Proof } from "../proofs.ts";

/** The printers of this workstation whose test label was read back, and on what. */
export const ProofList = ({ proofs }: { proofs: Proof[] }) => (
  <Table
    caption="Printers proved on this workstation"
    rows={proofs}
    rowKey={({ printer }) => printer}
    columns={[
      { key: "printer", header: "Printer", narrow: "title", cell: ({ printer }) => printer },
      { key: "language", header: "Language", cell: ({ language }) => language },
      {
        key: "media",
        header: "Labels",
        cell: ({ media }) =>
          `${media.widthMm} × ${media.heightMm} mm, ${media.dotsPerMm === 8 ? 203 : 300} dpi`,
      },
      { key: "at", header: "Read back", cell: ({ at }) => <DateTime at={at} /> },
    ]}
    empty={<EmptyState title="No printer yet: print its test label and scan it back." />}
  />
);
