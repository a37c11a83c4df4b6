import { List } from "#app/core/lists/List.tsx";
import { readableRows } from "#app/core/lists/listed.ts";
import type { ListPlace } from "#app/core/lists/useListPlace.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { Marked } from "#app/core/ui/text/LongText.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import { fieldName, maxBatchLines } from "../batchChanges.ts";
import type { ProductSize } from "../batchRecord.ts";
import { isBarcode } from "../entry.ts";
import type { LabelProductRow, LabelProductView, ProductList as Products } from "../model.ts";
import { labelsPath } from "../paths.ts";
import { type LabelFilter, type LabelState, labelFilterSearch, labelLookSearch, lookOf } from "../search.ts";
import { PriceEntry, SizeEntries } from "./ProductEntry.tsx";
import { rowsForm, type Workstation } from "./useWorkstation.ts";

/**
 * The fields of an open table row: a quantity per size and the price of all (labels#row-entries).
 * The quantities are lines of the batch, which 'Print all' prints.
 */
function RowEntry({ product, workstation }: { product: LabelProductView; workstation: Workstation }) {
  const { live: state, batch, typedIn, onLine } = workstation;
  const book = product.price.text;
  const saved = batch.rowPrices[product.key];
  const typed = typedIn({ field: "price", product: product.key }) ?? saved;
  const isWanted = product.sizes.some(({ barcode }) => batch.quantities[barcode] !== undefined);
  const entry = { product, form: rowsForm, of: product.name };
  const onPrice = (to: string) => onLine({ product: product.key, book, field: "price", to });
  return (
    <section
      className="space-y-3 whitespace-normal py-1"
      aria-label={`Labels of ${product.name} ${product.colour}`}
    >
      <div className="price flex flex-wrap items-end gap-x-3 gap-y-1">
        <PriceEntry
          {...entry}
          name={fieldName({ field: "price", product: product.key, book, from: saved ?? book })}
          typed={typed === book ? undefined : typed}
          onTyped={onPrice}
          takeBack={(words) => (
            <Button variant="quiet" className="with-scripting" onClick={() => onPrice(book)}>
              {words}
            </Button>
          )}
          book={state.was}
          isIdle={(typed ?? book) === book && !isWanted}
        />
      </div>
      <SizeEntries
        {...entry}
        field={(size) => {
          const { barcode } = size;
          const quantity = batch.quantities[barcode] ?? "";
          const note = whyClosed(workstation, size);
          return {
            name: fieldName({ field: "quantity", barcode, from: quantity, isRow: true }),
            text: typedIn({ field: "quantity", barcode }) ?? quantity,
            note,
            isDisabled: note !== undefined,
            onTyped: (to) => onLine({ barcode, isRow: true, field: "quantity", to }),
          };
        }}
      />
      <Button type="submit" form={rowsForm} variant="primary" className="without-scripting">
        Update
      </Button>
    </section>
  );
}

/** Why a size can't be a line of the batch; undefined if it can. */
function whyClosed({ batch }: Workstation, { barcode }: ProductSize): string | undefined {
  if (!isBarcode(barcode)) return `${barcode || "No barcode"}: choose the product to print it`;
  const isFull = batch.quantities[barcode] === undefined && batch.count >= maxBatchLines;
  return isFull ? "The batch is full" : undefined;
}

const filterLabels: Record<keyof LabelFilter, string> = {
  barcode: "Barcode",
  brand: "Brand",
  levelcode: "Level code",
  clrcode: "Colour code",
  colourname: "Colour name",
  productname: "Product name",
  season: "Season",
  occasion: "Occasion",
  department: "Department",
  sizing: "Sizing",
};

type Props = { workstation: Workstation; list: Products | undefined; place: ListPlace };

/** The product filter bar with its ten fields, and the table of results (labels#filters). */
export function ProductList({ workstation, list, place }: Props) {
  const { alias, live: state, product: chosen } = workstation;
  const { filter, page } = state;
  const look = lookOf(state);
  const currentId = readableRows(list?.rows ?? []).find(({ key }) => key === chosen?.key)?.row;
  return (
    <section className="find flex flex-col gap-3" aria-labelledby="find-products">
      <h2 id="find-products">Find a product</h2>
      <List
        caption="Products"
        place={{ ...place, currentId }}
        list={list}
        error={undefined}
        here={labelsPath(alias, state)}
        filter={{
          // Each scan replaces a filter that is being typed.
          key: workstation.scans.scans,
          action: labelsPath(alias),
          keep: Object.fromEntries(labelLookSearch.entries(state)),
          leavesEntry: chosen !== undefined,
          isOn: labelFilterSearch.isFiltered(filter),
          clearHref: labelsPath(alias, look),
          fields: labelFilterSearch.keys.map((key) => (
            <SearchField
              key={key}
              name={labelFilterSearch.names[key]}
              label={filterLabels[key]}
              value={filter[key]}
              {...(key === "barcode" ? { inputMode: "numeric" } : {})}
            />
          )),
        }}
        pages={{
          current: page,
          hrefFor: (to) => labelsPath(alias, { ...look, filter, page: to }),
        }}
        columns={columnsOf(alias, state)}
        rowKey={({ row }) => row}
        rowHref={(product) => hrefOf(alias, state, product)}
        rowDetail={(product) =>
          Object.hasOwn(state.open, product.key) && <RowEntry product={product} workstation={workstation} />
        }
        empty={{ match: "No products match", all: "This store has no products" }}
      />
    </section>
  );
}

/** Opens a product at its quantities, at the top of the page. */
const hrefOf = (alias: string, state: LabelState, product: LabelProductView): string =>
  labelsPath(alias, { ...lookOf(state), filter: state.filter, page: state.page, product: product.key });

/** A row's fields open and close in place. */
const columnsOf = (alias: string, state: LabelState): Column<LabelProductRow>[] => [
  {
    key: "image",
    header: "Image",
    narrow: "picture",
    tight: true,
    cell: ({ image, name }) => <ProductImage src={image} alt={name} />,
  },
  {
    key: "name",
    header: "Product",
    narrow: "title",
    roomy: true,
    cell: (product) => (
      <RowLink href={hrefOf(alias, state, product)} className="!whitespace-normal">
        {product.name}
      </RowLink>
    ),
  },
  { key: "colour", header: "Colour", cell: ({ colour }) => colour || "–" },
  {
    key: "codes",
    header: "Codes",
    cell: ({ levelCode, clrCode }) => (
      <div className={classes("min-w-[5rem]", breakingLongWords(`${levelCode} ${clrCode}`))}>
        {levelCode}
        {clrCode && <span className="block text-ink-faint">{clrCode}</span>}
      </div>
    ),
  },
  { key: "brand", header: "Brand", cell: ({ brand }) => brand || "–" },
  {
    key: "range",
    header: "Department",
    cell: ({ department, season, occasion }) => (
      <div className={breakingLongWords([department, season, occasion].join(" "))}>
        {department || "–"}
        <span className="block text-ink-faint">{[season, occasion].filter(Boolean).join(", ")}</span>
      </div>
    ),
  },
  {
    key: "sizes",
    header: "Sizes",
    cell({ key, name, colour, sizes, sizing }) {
      const { [key]: opened, ...others } = state.open;
      const isOpen = opened !== undefined;
      const names = sizes.map(({ size }) => size).join(", ");
      return (
        <div className={breakingLongWords(`${names} ${sizing}`)}>
          {names || "–"}
          <span className="block text-ink-faint">{sizing}</span>
          <LinkButton
            href={labelsPath(alias, { ...state, open: isOpen ? others : { ...others, [key]: "1" } })}
            variant="quiet"
            icon={isOpen ? "chevronUp" : "chevronDown"}
            className="-ml-2 px-2"
            aria-expanded={isOpen}
            data-scroll="keep"
            data-replace=""
          >
            Quantities
            {/* One string: a separate space is lost in the accessible name. */}
            <span className="sr-only"> {`of ${name} ${colour}`}</span>
          </LinkButton>
        </div>
      );
    },
  },
  {
    key: "price",
    header: "Price",
    align: "end",
    cell: ({ price: { text, mark } }) => {
      const price = text && `$${text}`;
      return <Marked value={mark === undefined ? price : { text: price, note: mark }} />;
    },
  },
];
