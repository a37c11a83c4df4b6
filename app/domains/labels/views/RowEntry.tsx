import { isOpen } from "#app/domains/labels/batch.ts";
import { lineNames, maxBatchLines, shownLine } from "#app/domains/labels/batchChanges.ts";
import { isBarcode } from "#app/domains/labels/entry.ts";
import type { LabelProductView, ProductSize } from "#app/domains/labels/model.ts";
import { Button } from "#app/ui/Button.tsx";
import { Hidden } from "./Hidden.tsx";
import { PriceEntry, SizeEntries } from "./ProductEntry.tsx";
import { rowsForm, type Workstation } from "./useWorkstation.ts";

/**
 * The fields of an open table row: a quantity per size and the price of all (labels#row-entries).
 * The quantities are lines of the batch, which 'Print all' prints.
 */
export function RowEntry({ product, workstation }: { product: LabelProductView; workstation: Workstation }) {
  const { live: state, batch, onLine } = workstation;
  const book = product.price.text;
  const typed = batch.rowPrices[product.key];
  const isWanted = product.sizes.some((size) => lineOf(workstation, size) !== undefined);
  const entry = { product, form: rowsForm, of: product.name };
  const onPrice = (to: string) => onLine({ product: product.key, book, field: "price", to });
  return (
    <section
      className="space-y-3 whitespace-normal py-1"
      aria-label={`Labels of ${product.name} ${product.colour}`}
    >
      <Hidden
        form={rowsForm}
        fields={[[lineNames.line, shownLine({ product: product.key, book, price: typed ?? book })]]}
      />
      <div className="price flex flex-wrap items-end gap-x-3 gap-y-1">
        <PriceEntry
          {...entry}
          name={lineNames.price}
          typed={typed}
          onTyped={onPrice}
          onBack={() => onPrice(book)}
          book={state.was}
          isIdle={typed === undefined && !isWanted}
        />
      </div>
      <SizeEntries
        {...entry}
        onTyped={({ barcode }, to) => onLine({ barcode, isRow: true, field: "quantity", to })}
        field={(size) => {
          const { barcode } = size;
          const quantity = lineOf(workstation, size)?.quantity ?? "";
          const note = whyClosed(workstation, size);
          return {
            ...{ name: lineNames.quantity, text: quantity, note, isDisabled: note !== undefined },
            hidden: note === undefined && (
              <Hidden
                form={rowsForm}
                fields={[[lineNames.line, shownLine({ barcode, isRow: true, quantity })]]}
              />
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

/** The open line of a size; one that was handed over has nothing more to print. */
const lineOf = ({ batch }: Workstation, { barcode }: ProductSize) =>
  batch.lines.find((entry) => entry.barcode === barcode && isOpen(entry));

/** Why a size can't be a line of the batch; undefined if it can. */
function whyClosed(workstation: Workstation, size: ProductSize): string | undefined {
  if (size.barcode === "") return "No barcode: choose the product to print it";
  if (!isBarcode(size.barcode)) return `${size.barcode}: choose the product to print it`;
  const isFull = lineOf(workstation, size) === undefined && workstation.batch.lines.length >= maxBatchLines;
  return isFull ? "The batch is full" : undefined;
}
