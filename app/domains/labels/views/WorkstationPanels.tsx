import { labelFilePath, labelPicturePath, labelSheetPath, labelsPath } from "#app/domains/labels/paths.ts";
import { pictureFields, pictureText } from "#app/domains/labels/picture.ts";
import { labelSetSearch, stateFields } from "#app/domains/labels/search.ts";
import { stationPrintPath } from "#app/domains/labels/stations/paths.ts";
import { Button } from "#app/ui/elements.tsx";
import { BatchPanel } from "./BatchPanel.tsx";
import { Hidden } from "./Hidden.tsx";
import { LabelPreview } from "./LabelPreview.tsx";
import { ProductPanel } from "./ProductPanel.tsx";
import type { Workstation } from "./useWorkstation.ts";

/** The current product and the batch; while scans go into the batch, it comes first. */
export function WorkstationPanels({
  workstation,
  form,
  rowsForm,
}: {
  workstation: Workstation;
  form: string;
  rowsForm: string;
}) {
  const product = <Product key="product" workstation={workstation} form={form} />;
  const batch = <Batch key="batch" workstation={workstation} form={rowsForm} />;
  return workstation.live.gather ? [batch, product] : [product, batch];
}

function Product({ workstation, form }: { workstation: Workstation; form: string }) {
  const { alias, live, product, choice, printer } = workstation;
  if (!product) return null;
  const { language, media, renderer } = printer;
  // A printed scan needs no buttons; without scripting nothing prints automatically.
  const isPrinted = live.each && !workstation.scans.held;
  // Not just hidden, which would still draw its picture while the label waits for its signature.
  if (isPrinted && renderer) return null;
  const pictures = workstation.pictures.map(({ label, printedBy }) => ({
    src: labelPicturePath(alias, pictureFields({ label, language, media })),
    text: pictureText(label),
    caption: printedBy,
  }));
  return (
    <div className={isPrinted ? "without-scripting" : undefined}>
      <ProductPanel
        key={product.key}
        product={product}
        state={live}
        choice={choice}
        form={form}
        onTyped={workstation.onTyped}
        backHref={labelsPath(alias, { ...live, price: undefined, free: false })}
        panel={workstation.panel}
      >
        <LabelPreview pictures={pictures} media={media} said={workstation.said}>
          <FileButtons alias={alias} form={form} />
        </LabelPreview>
      </ProductPanel>
    </div>
  );
}

/** The batch; without one, the form that the table's open rows start one with. */
function Batch({ workstation, form }: { workstation: Workstation; form: string }) {
  const { alias, live, lines, sets, printer, scans } = workstation;
  if (!live.gather && live.batch.length === 0) {
    return (
      <form
        id={form}
        method="get"
        action={labelsPath(alias)}
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <Hidden fields={stateFields(live)} />
      </form>
    );
  }
  return (
    <BatchPanel
      form={form}
      alias={alias}
      state={live}
      lines={lines}
      missing={[...sets.batch.missing, ...printer.missing]}
      isLooking={scans.isLooking}
      onPrint={workstation.printBatch}
      onTyped={workstation.onTyped}
    />
  );
}

/**
 * Output without a label printer: a file of printer commands, and a page for an office printer.
 * `form`: ID of the product's form.
 */
function FileButtons({ alias, form }: { alias: string; form: string }) {
  const button = { form, type: "submit", name: labelSetSearch.names.labels, value: "design" } as const;
  return (
    <div className="file-buttons flex flex-wrap gap-2 pt-2">
      <Button {...button} formAction={labelFilePath(alias)} icon="download">
        Download label file
      </Button>
      <Button {...button} formAction={labelSheetPath(alias)}>
        Printable sheet
      </Button>
      <Button {...button} formAction={stationPrintPath(alias)}>
        Print at a station
      </Button>
    </div>
  );
}
