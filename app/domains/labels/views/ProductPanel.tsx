import { type ReactNode, type RefObject, useId } from "react";
import { isNothing, problemOf, readPrice, readQuantity } from "#app/domains/labels/entry.ts";
import { type PrintChoice, priceText, quantityText, typedOver } from "#app/domains/labels/jobs.ts";
import { type LabelProductView, sizeOfBarcode } from "#app/domains/labels/model.ts";
import {
  type LabelState,
  labelProductSearch,
  labelTaskSearch,
  quantityField,
} from "#app/domains/labels/search.ts";
import { wasNote } from "#app/domains/labels/was.ts";
import { Button } from "#app/ui/elements.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { EntryField } from "./EntryField.tsx";
import { PriceNote } from "./PriceNote.tsx";

type Props = {
  product: LabelProductView;
  state: LabelState;
  choice: PrintChoice;
  /** ID of the form that its fields belong to. */
  form: string;
  onTyped: (field: EventTarget) => void;
  /** The URL with the price book's price restored. */
  backHref: string;
  panel: RefObject<HTMLElement>;
  /** The label's picture. */
  children: ReactNode;
};

/** The current product: a quantity per size, the price, and the label's picture. */
export function ProductPanel({ product, state, choice, form, onTyped, backHref, panel, children }: Props) {
  const id = useId();
  const price = priceText(state, product);
  const was = typedOver(state, product);
  const scanned = sizeOfBarcode(product, choice.barcode);
  const codes = [product.levelCode, product.clrCode].filter(Boolean).join(" / ");
  return (
    <section ref={panel} className="card product" aria-labelledby={`${id}-name`}>
      <header className="flex items-start gap-3 wrap-anywhere [&>.product-image]:flex-none">
        <ProductImage src={product.image} alt={product.name} />
        <div className="min-w-0">
          <h2 id={`${id}-name`} className="text-lg">
            {product.name}
          </h2>
          <p>{[product.brand, product.colour].filter(Boolean).join(" · ")}</p>
          <p className="text-ink-faint">{[codes, product.sizing].filter(Boolean).join(" · ")}</p>
        </div>
      </header>
      <div className="space-y-4">
        <div className="price flex flex-wrap items-end gap-x-3 gap-y-1">
          <EntryField
            kind="price"
            id={`${id}-price`}
            form={form}
            name={labelProductSearch.names.price}
            label="Price ($)"
            value={price}
            problem={problemOf(readPrice(price))}
            helpId={`${id}-book`}
            required
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
          {isNothing(readPrice(price)) && !state.free && (
            <Button type="submit" form={form} name={labelProductSearch.names.free} value="1">
              Print $0.00
            </Button>
          )}
        </div>
        <Quantities
          product={product}
          scannedKey={scanned?.key}
          field={(size) => ({ form, text: quantityText(product, size, state, choice), onTyped })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" form={form} variant="primary" className="without-scripting">
            Update
          </Button>
          <Button type="submit" form={form} name={labelTaskSearch.names.add} value="1">
            Add to batch
          </Button>
        </div>
      </div>
      {children}
    </section>
  );
}

type QuantityField = { form: string; text: string; onTyped: Props["onTyped"] };

/** One field per size; a size without a barcode says so. */
function Quantities({
  product,
  scannedKey,
  field,
}: {
  product: LabelProductView;
  scannedKey: string | undefined;
  field: (size: LabelProductView["sizes"][number]) => QuantityField;
}) {
  const id = useId();
  if (product.sizes.length === 0)
    return <p className="text-ink-faint">The server sent no sizes for this product.</p>;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1 text-sm font-medium text-ink-soft">Quantity per size</legend>
      {product.sizes.map((size) => {
        const { form, text, onTyped } = field(size);
        return (
          <div key={size.key} className="size" data-scanned={size.key === scannedKey ? "" : undefined}>
            <EntryField
              kind="quantity"
              id={`${id}-${size.key}`}
              form={form}
              name={quantityField(size.key)}
              label={size.size || size.sku || "One size"}
              value={text}
              problem={problemOf(readQuantity(text))}
              helpId={`${id}-${size.key}-code`}
              onInput={(event) => onTyped(event.currentTarget)}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p
              id={`${id}-${size.key}-code`}
              className="size-code pt-1 text-xs tabular-nums text-ink-faint wrap-anywhere"
            >
              {size.barcode || <span className="text-attention">No barcode: name and price alone</span>}
              {size.key === scannedKey && <span className="sr-only">, scanned</span>}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}
