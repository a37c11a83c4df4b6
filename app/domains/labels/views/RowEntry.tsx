import { isBarcode } from "#app/domains/labels/entry.ts";
import type { LabelProductView, ProductSize } from "#app/domains/labels/model.ts";
import { labelsPath } from "#app/domains/labels/paths.ts";
import {
  type LabelState,
  maxBatchLines,
  rowPriceField,
  rowQuantityField,
  rowShownField,
  withoutRowPrice,
} from "#app/domains/labels/search.ts";
import { Button } from "#app/ui/Button.tsx";
import { Hidden } from "./Hidden.tsx";
import { PriceEntry, SizeEntries } from "./ProductEntry.tsx";
import { rowsForm, type Workstation } from "./useWorkstation.ts";

/**
 * The fields of an open table row: a quantity per size and the price of all (labels#row-entries).
 * The quantities are lines of the batch, which 'Print all' prints.
 */
export function RowEntry({ product, workstation }: { product: LabelProductView; workstation: Workstation }) {
  const { alias, live: state, onTyped } = workstation;
  const typed = state.rowPrices[product.key];
  const isWanted = product.sizes.some((size) => lineOf(state, size) !== undefined);
  const entry = { product, form: rowsForm, onTyped, of: product.name };
  return (
    <section
      className="space-y-3 whitespace-normal py-1"
      aria-label={`Labels of ${product.name} ${product.colour}`}
    >
      <div className="price flex flex-wrap items-end gap-x-3 gap-y-1">
        <PriceEntry
          {...entry}
          name={rowPriceField(product.key)}
          typed={typed}
          backHref={labelsPath(alias, withoutRowPrice(state, product.key))}
          book={state.was}
          isIdle={typed === undefined && !isWanted}
        />
      </div>
      <SizeEntries
        {...entry}
        field={(size) => {
          const text = lineOf(state, size)?.quantity;
          const note = whyClosed(state, size);
          return {
            ...{
              name: rowQuantityField(size.barcode),
              text: text ?? "",
              note,
              isDisabled: note !== undefined,
            },
            hidden: text !== undefined && (
              <Hidden fields={[[rowShownField(size.barcode), text]]} form={rowsForm} />
            ),
          };
        }}
      />
      <Button type="submit" form={rowsForm} variant="primary" className="without-scripting">
        Update
      </Button>
    </section>
  );
}

/** The batch line of a size's quantity; a sent one has nothing more to print. */
const lineOf = ({ batch }: LabelState, { barcode }: ProductSize) =>
  batch.find((entry) => entry.barcode === barcode && !entry.isSent);

/** Why a size can't be a line of the batch; undefined if it can. */
function whyClosed(state: LabelState, size: ProductSize): string | undefined {
  if (size.barcode === "") return "No barcode: choose the product to print it";
  if (!isBarcode(size.barcode)) return `${size.barcode}: choose the product to print it`;
  const isFull = lineOf(state, size) === undefined && state.batch.length >= maxBatchLines;
  return isFull ? "The batch is full" : undefined;
}
