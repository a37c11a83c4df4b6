import { type ReactNode, useId } from "react";
import { isNothing, readPrice } from "#app/domains/labels/entry.ts";
import { priceText, quantityText } from "#app/domains/labels/jobs.ts";
import { type LabelProductView, sizeOfBarcode } from "#app/domains/labels/model.ts";
import { labelBatchPath, labelsPath } from "#app/domains/labels/paths.ts";
import { labelProductSearch, quantityField } from "#app/domains/labels/search.ts";
import { Button } from "#app/ui/Button.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { PriceEntry, SizeEntries } from "./ProductEntry.tsx";
import { entryForm, type Workstation } from "./useWorkstation.ts";

/** The current product: a quantity per size, the price, and `children`, the label's picture. */
export function ProductPanel({
  product,
  workstation,
  children,
}: {
  product: LabelProductView;
  workstation: Workstation;
  children: ReactNode;
}) {
  const { alias, live: state, choice, onTyped, panel, token } = workstation;
  const id = useId();
  const price = priceText(state, product);
  const entry = { product, form: entryForm };
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
          <PriceEntry
            {...entry}
            name={labelProductSearch.names.price}
            typed={state.price}
            onTyped={(_, field) => onTyped(field)}
            book={state.was}
            backHref={labelsPath(alias, { ...state, price: undefined, free: false })}
          />
          {isNothing(readPrice(price)) && !state.free && (
            <Button type="submit" form={entryForm} name={labelProductSearch.names.free} value="1">
              Print $0.00
            </Button>
          )}
        </div>
        <SizeEntries
          {...entry}
          onTyped={(_, __, field) => onTyped(field)}
          field={(size) => ({
            name: quantityField(size.key),
            text: quantityText(product, size, state, choice),
            ...(size.barcode === "" ? { note: "No barcode: name and price alone" } : {}),
            isScanned: size === scanned,
          })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" form={entryForm} variant="primary" className="without-scripting">
            Update
          </Button>
          <Button
            type="submit"
            form={entryForm}
            formMethod="post"
            formAction={labelBatchPath(alias)}
            name="add"
            value={token}
          >
            Add to batch
          </Button>
        </div>
      </div>
      {children}
    </section>
  );
}
