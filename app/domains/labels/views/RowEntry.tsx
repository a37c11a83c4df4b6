import { useId } from "react";
import { problemOf, readPrice, readQuantity } from "#app/domains/labels/entry.ts";
import { typedOver } from "#app/domains/labels/jobs.ts";
import type { LabelProductView, ProductSize } from "#app/domains/labels/model.ts";
import {
  isBarcode,
  type LabelState,
  maxBatchLines,
  rowPriceField,
  rowQuantityField,
  rowShownField,
} from "#app/domains/labels/search.ts";
import { wasNote } from "#app/domains/labels/was.ts";
import { Button } from "#app/ui/elements.tsx";
import { EntryField } from "./EntryField.tsx";
import { Hidden } from "./Hidden.tsx";
import { PriceNote } from "./PriceNote.tsx";

type Props = {
  product: LabelProductView;
  state: LabelState;
  /** ID of the form that its fields belong to. */
  form: string;
  onTyped: (field: EventTarget) => void;
  /** The URL with the price book's price restored. */
  backHref: string;
};

/**
 * The fields of an open table row: a quantity per size and the price of all (labels#row-entries).
 * The quantities are lines of the batch, which 'Print all' prints.
 */
export function RowEntry({ product, state, form, onTyped, backHref }: Props) {
  const id = useId();
  const typed = state.rowPrices[product.key];
  const price = typed ?? product.price.text;
  const was = typedOver({ quantities: {}, price: typed }, product);
  const isWanted = product.sizes.some((size) => lineOf(state, size) !== undefined);
  const problem = typed !== undefined || isWanted ? problemOf(readPrice(price)) : undefined;
  return (
    <section
      className="space-y-3 whitespace-normal py-1"
      aria-label={`Labels of ${product.name} ${product.colour}`}
    >
      <div className="price flex flex-wrap items-end gap-x-3 gap-y-1">
        <EntryField
          kind="price"
          id={`${id}-price`}
          form={form}
          name={rowPriceField(product.key)}
          label="Price ($)"
          of={product.name}
          value={price}
          problem={problem}
          helpId={`${id}-book`}
          onInput={(event) => onTyped(event.currentTarget)}
        />
        <PriceNote
          id={`${id}-book`}
          product={product}
          was={was}
          typed={price}
          former={wasNote(product, state.was, price)}
          backHref={backHref}
        />
      </div>
      {product.sizes.length === 0 ? (
        <p className="text-ink-faint">The server sent no sizes for this product.</p>
      ) : (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="pb-1 text-sm font-medium text-ink-soft">Quantity per size</legend>
          {product.sizes.map((size) => (
            <SizeEntry key={size.key} id={`${id}-${size.key}`} {...{ product, size, state, form, onTyped }} />
          ))}
        </fieldset>
      )}
      <Button type="submit" form={form} variant="primary" className="without-scripting">
        Update
      </Button>
    </section>
  );
}

/** The batch line of a size's quantity; a sent one has nothing more to print. */
const lineOf = ({ batch }: LabelState, { barcode }: ProductSize) =>
  batch.find((entry) => entry.barcode === barcode && !entry.isSent);

function SizeEntry({
  id,
  product,
  size,
  state,
  form,
  onTyped,
}: Omit<Props, "backHref"> & { id: string; size: ProductSize }) {
  const line = lineOf(state, size);
  const text = line?.quantity ?? "";
  const isFull = line === undefined && state.batch.length >= maxBatchLines;
  const code = !isBarcode(size.barcode)
    ? size.barcode === ""
      ? "No barcode: choose the product to print it"
      : `${size.barcode}: choose the product to print it`
    : isFull
      ? "The batch is full"
      : undefined;
  return (
    <div className="size">
      <EntryField
        kind="quantity"
        id={id}
        form={form}
        name={rowQuantityField(size.barcode)}
        label={size.size || size.sku || "One size"}
        of={product.name}
        value={text}
        problem={problemOf(readQuantity(text))}
        helpId={`${id}-code`}
        disabled={code !== undefined}
        onInput={(event) => onTyped(event.currentTarget)}
        onFocus={(event) => event.currentTarget.select()}
      />
      {line && <Hidden fields={[[rowShownField(size.barcode), text]]} form={form} />}
      <p id={`${id}-code`} className="size-code pt-1 text-xs tabular-nums text-ink-faint wrap-anywhere">
        {code === undefined ? size.barcode : <span className="text-attention">{code}</span>}
      </p>
    </div>
  );
}
