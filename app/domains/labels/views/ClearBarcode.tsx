import { labelsPath } from "#app/domains/labels/paths.ts";
import { type LabelState, lookOf } from "#app/domains/labels/search.ts";
import { Button } from "#app/ui/Button.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";

/** Clear Barcode is disabled without a product (labels#buttons); it leaves other filters, and the batch, alone. */
export function ClearBarcode({
  alias,
  state,
  hasProduct,
}: {
  alias: string;
  state: LabelState;
  hasProduct: boolean;
}) {
  const { filter, page } = state;
  const href = labelsPath(alias, { ...lookOf(state), filter: { ...filter, barcode: "" }, page });
  return (
    <div className="print-button">
      {hasProduct ? (
        <LinkButton href={href}>Clear Barcode</LinkButton>
      ) : (
        <>
          <Button aria-disabled aria-describedby="clear-why">
            Clear Barcode
          </Button>
          <p id="clear-why" className="sr-only">
            No product is chosen.
          </p>
        </>
      )}
    </div>
  );
}
