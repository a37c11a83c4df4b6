import { type ReactNode, useId } from "react";
import { classes } from "#app/core/ui/classes.ts";
import { Icon } from "#app/core/ui/Icon.tsx";
import type { ProductSize } from "../batchRecord.ts";
import { readPrice, readQuantity } from "../entry.ts";
import { isFarFrom, typedOver, wasNote } from "../jobs.ts";
import type { LabelProductView } from "../model.ts";
import { EntryField } from "./EntryField.tsx";

type Entry = {
  product: LabelProductView;
  form: string;
  /** Addition to the fields' labels where several products have such fields. */
  of?: string;
};

type PriceProps = Entry & {
  name: string;
  /** The typed price; undefined for the price book's. */
  typed: string | undefined;
  /** The price book of former prices; empty for none. */
  book: string;
  onTyped: (text: string) => void;
  /** What restores the price book's price, with these words. */
  takeBack: (words: ReactNode) => ReactNode;
  /** Whether it may be empty or wrong, since nothing is to be printed. */
  isIdle?: boolean;
};

/** A product's price with its source; for a typed one, the price book's and a link to restore it. */
export function PriceEntry(props: PriceProps) {
  const { product, form, onTyped, name, typed, book, isIdle, of, takeBack } = props;
  const id = useId();
  const text = typed ?? product.price.text;
  const was = typedOver({ price: typed }, product);
  const former = wasNote(product, book, text);
  const { mark, from } = product.price;
  return (
    <>
      <EntryField
        kind="price"
        id={`${id}-price`}
        form={form}
        name={name}
        label="Price ($)"
        required={of === undefined}
        of={of}
        value={text}
        problem={isIdle ? undefined : readPrice(text).problem}
        helpId={`${id}-book`}
        onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      />
      <p id={`${id}-book`} className="field-help">
        {was !== undefined ? (
          <>
            was ${was}{" "}
            {isFarFrom(text, was) && (
              <span className="text-attention">
                <Icon name="attention" /> far from it
              </span>
            )}{" "}
            {takeBack(
              <>
                Take it back<span className="sr-only">{`: $${was} for ${product.name}`}</span>
              </>,
            )}
          </>
        ) : mark === undefined ? (
          from
        ) : (
          <span className="text-attention">
            <Icon name="attention" /> {mark}
          </span>
        )}
        {former !== "" && <span className="block">{former}</span>}
      </p>
    </>
  );
}

type SizeField = {
  name: string;
  text: string;
  /** Shown below it in place of its barcode. */
  note?: ReactNode;
  isDisabled?: boolean;
  isScanned?: boolean;
  onTyped: (text: string) => void;
};

type SizesProps = Entry & { field: (size: ProductSize) => SizeField };

export function SizeEntries({ product, form, of, field }: SizesProps) {
  const id = useId();
  if (product.sizes.length === 0)
    return <p className="text-ink-faint">The server sent no sizes for this product.</p>;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1 text-xs font-medium text-ink-soft">Quantity per size</legend>
      {product.sizes.map((size) => {
        const { name, text, note, isDisabled, isScanned, onTyped } = field(size);
        return (
          <div
            key={size.key}
            className={classes(
              "size w-[9.5rem] rounded border p-2 max-sm:flex-[1_1_8rem]",
              isScanned
                ? "border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)] forced-colors:outline forced-colors:outline-2 forced-colors:outline-[color:Highlight]"
                : "border-line",
            )}
          >
            <EntryField
              kind="quantity"
              id={`${id}-${size.key}`}
              form={form}
              name={name}
              label={size.size || size.sku || "One size"}
              of={of}
              value={text}
              problem={readQuantity(text).problem}
              helpId={`${id}-${size.key}-code`}
              disabled={isDisabled}
              onInput={({ currentTarget }) => onTyped(currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p
              id={`${id}-${size.key}-code`}
              className="size-code pt-1 text-xs tabular-nums text-ink-faint wrap-anywhere"
            >
              {note === undefined ? size.barcode : <span className="text-attention">{note}</span>}
              {isScanned && <span className="sr-only">, scanned</span>}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}
