import { useEffect, useId, useState } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { isNothing, readPrice } from "../entry.ts";
import { priceText, quantityText } from "../jobs.ts";
import type { PicturesOf } from "../labelSchemas.ts";
import { type LabelProductView, sizeOfBarcode } from "../model.ts";
import { labelBatchPath, labelPicturesPath, labelsPath, outputPaths } from "../paths.ts";
import { type LabelSet, labelProductSearch, labelSetSearch, lookOf, quantityField } from "../search.ts";
import { BatchPanel } from "./BatchPanel.tsx";
import { LabelDrawing, viewBoxOf } from "./LabelDrawing.tsx";
import { Outputs } from "./PrintButton.tsx";
import { PriceEntry, SizeEntries } from "./ProductEntry.tsx";
import { entryForm, rowsForm, type Workstation } from "./useWorkstation.ts";

/** Pictures are updated after this long without a change, in ms. */
const pauseMs = 150;

/** The pictures of this address, or the last ones until they have come; `failed` where they did not. */
function usePictures(src: string, first: Workstation["preview"]) {
  const [loaded, setLoaded] = useState(first.src === src ? first : { src: "", pictures: [] });
  const [failed, setFailed] = useState("");
  useEffect(() => {
    if (src === loaded.src) return;
    if (src === first.src) return setLoaded(first);
    const leaving = new AbortController();
    const { signal } = leaving;
    async function read() {
      try {
        const answer = await fetch(src, { signal, redirect: "manual" });
        if (!answer.ok) return setFailed(src);
        setLoaded({ src, pictures: await answer.json() });
        setFailed("");
      } catch {
        // The network is down, unless another picture is wanted by now.
        if (!signal.aborted) setFailed(src);
      }
    }
    const timer = window.setTimeout(() => void read(), pauseMs);
    return () => {
      window.clearTimeout(timer);
      leaving.abort();
    };
  }, [src, loaded.src, first]);
  return { pictures: loaded.pictures, failed: failed === src };
}

/** The labels as the printer prints them, with what is not printed as it is. */
function LabelPreview({ workstation }: { workstation: Workstation }) {
  const { alias, printer, previewed } = workstation;
  const { language, media } = printer;
  const labels = previewed.map(({ label }) => label);
  const src = labelPicturesPath(alias, { labels, language, media } satisfies PicturesOf);
  const { pictures, failed } = usePictures(src, workstation.preview);
  // The printed label comes before the controls that change it, where they are below each other.
  return (
    <section
      className="col-[2] row-[1/span_2] rounded-lg border border-line bg-surface-sunken p-3 max-[1000px]:col-[1] max-[1000px]:row-[2]"
      aria-label="Preview"
    >
      <div className="flex flex-wrap items-start gap-3">
        {previewed.map(({ printedBy }, index) => {
          const picture = pictures[index];
          return (
            <figure key={printedBy ?? ""} className="min-w-0 flex-[1_1_8rem]">
              <svg
                className="block h-auto max-h-[22rem] w-full bg-white max-sm:max-h-48"
                role="img"
                aria-label={picture?.text ?? "Label"}
                viewBox={viewBoxOf(media)}
                width={media.widthMm * media.dotsPerMm}
                height={media.heightMm * media.dotsPerMm}
              >
                {picture && <LabelDrawing {...picture} />}
              </svg>
              {printedBy && (
                <figcaption className="pt-1 text-center text-xs font-medium text-ink-soft">
                  {printedBy}
                </figcaption>
              )}
            </figure>
          );
        })}
      </div>
      <div className="flex min-h-7 flex-wrap gap-x-3 pt-2 text-xs">
        <span className="text-ink-faint">
          {[`${media.widthMm} × ${media.heightMm} mm`, ...pictures.flatMap(({ size }) => size ?? [])].join(
            " · ",
          )}
        </span>
        <span role="status" className="font-medium text-attention">
          {failed
            ? "The picture of this label can't be drawn now."
            : pictures.flatMap(({ notices }) => notices).join(" ")}
        </span>
      </div>
      <div className="flex flex-wrap gap-2 pt-2 max-sm:[&>.btn]:flex-[1_1_9rem]">
        <Outputs
          hasStation={!printer.isElsewhere}
          submits={(to) => ({
            ...{ form: entryForm, formAction: outputPaths[to](alias) },
            ...{ name: labelSetSearch.names.labels, value: "design" satisfies LabelSet },
          })}
        />
      </div>
    </section>
  );
}

/** The current product and the batch; while scans go into the batch, it comes first. */
export function WorkstationPanels({ workstation }: { workstation: Workstation }) {
  const { alias, live, product, batch, printer, scan, scans } = workstation;
  // Of the last scan into the batch the line says enough: another product would be mistaken for it.
  const isOther = live.gather && scan !== undefined && scan.code !== live.filter.barcode;
  // A printed scan needs no buttons; without scripting nothing prints automatically.
  const isPrinted = live.each && !scans.isHeld;
  const panels = [
    // Not just hidden, which would still draw its picture while the label waits for its signature.
    product && !isOther && !(isPrinted && printer.printing) && (
      <div key="product" className={isPrinted ? "without-scripting" : undefined}>
        <ProductPanel key={product.key} product={product} workstation={workstation} />
      </div>
    ),
    live.gather || batch.count > 0 ? (
      <BatchPanel key="batch" workstation={workstation} />
    ) : (
      // The table's open rows start a batch with it.
      <form
        key="batch"
        id={rowsForm}
        method="post"
        action={labelBatchPath(alias, live)}
        autoComplete="off"
        onSubmit={workstation.onSubmit}
      />
    ),
  ];
  return live.gather ? panels.reverse() : panels;
}

type PanelProps = { product: LabelProductView; workstation: Workstation };

/** The current product: a quantity per size, the price, and the label's picture. */
function ProductPanel({ product, workstation }: PanelProps) {
  const { alias, live: state, onTyped, panel, token } = workstation;
  const id = useId();
  const price = priceText(state, product);
  const entry = { product, form: entryForm };
  const scanned = sizeOfBarcode(product, state.filter.barcode);
  const codes = [product.levelCode, product.clrCode].filter(Boolean).join(" / ");
  return (
    <section
      ref={panel}
      className="card product grid grid-cols-[minmax(0,1fr)_minmax(0,29rem)] items-start gap-4 space-y-0 text-md max-[1000px]:grid-cols-[minmax(0,1fr)]"
      aria-labelledby={`${id}-name`}
    >
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
            onTyped={(text) => onTyped(labelProductSearch.names.price, text)}
            book={state.was}
            takeBack={(words) => (
              <a
                href={labelsPath(alias, { ...state, price: undefined, free: false })}
                data-replace=""
                data-scroll="keep"
              >
                {words}
              </a>
            )}
          />
          {isNothing(readPrice(price)) && !state.free && (
            <Button type="submit" form={entryForm} name={labelProductSearch.names.free} value="1">
              Print $0.00
            </Button>
          )}
        </div>
        <SizeEntries
          {...entry}
          field={(size) => ({
            name: quantityField(size.key),
            onTyped: (text) => onTyped(quantityField(size.key), text),
            text: quantityText(product, size, state),
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
            formAction={labelBatchPath(alias, lookOf(state))}
            name="add"
            value={token}
          >
            Add to batch
          </Button>
        </div>
      </div>
      <LabelPreview workstation={workstation} />
    </section>
  );
}
