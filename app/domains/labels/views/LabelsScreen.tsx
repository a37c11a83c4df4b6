import "./labels.css";
import { useNavigate } from "@remix-run/react";
import { type FormEvent, useCallback, useMemo, useRef } from "react";
import { type BatchProducts, batchSet, toBatchLines, typedBatch } from "#app/domains/labels/batch.ts";
import { designChoices, designOf } from "#app/domains/labels/design.ts";
import {
  type LabelJob,
  type PreviewLabel,
  previewLabels,
  printSets,
  typedEntry,
} from "#app/domains/labels/jobs.ts";
import type { LabelLanguage } from "#app/domains/labels/label.ts";
import { chosenProduct, type ProductList as Products } from "#app/domains/labels/model.ts";
import {
  keptFields,
  type LabelState,
  labelAddPath,
  labelFileHref,
  labelPicturePath,
  labelScanPath,
  labelsPath,
  listFields,
  lookOf,
  noFilter,
  productFields,
  startingState,
} from "#app/domains/labels/paths.ts";
import { pictureFields, pictureText } from "#app/domains/labels/picture.ts";
import { fileLanguage, type LabelSettings, type SettingsAnswer } from "#app/domains/labels/settings.ts";
import { Button } from "#app/ui/Button.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { Notice } from "#app/ui/Notice.tsx";
import { Page } from "#app/ui/Page.tsx";
import { ToggleLink } from "#app/ui/ToggleLink.tsx";
import { BarcodeForm } from "./BarcodeForm.tsx";
import { BatchPanel } from "./BatchPanel.tsx";
import { ClearBarcode } from "./ClearBarcode.tsx";
import { DesignPicker } from "./DesignPicker.tsx";
import { FileButtons } from "./FileButtons.tsx";
import { Hidden } from "./Hidden.tsx";
import { LabelPreview } from "./LabelPreview.tsx";
import { MissedScans } from "./MissedScans.tsx";
import { PrintButton } from "./PrintButton.tsx";
import { PrinterPlace } from "./PrinterPlace.tsx";
import { ProductList } from "./ProductList.tsx";
import { ProductPanel } from "./ProductPanel.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { submitterOf } from "./submitterOf.ts";
import { useChosenProduct } from "./useChosenProduct.ts";
import { useIsLooking } from "./useIsLooking.ts";
import { useMissedScans } from "./useMissedScans.ts";
import { usePrinting } from "./usePrinting.ts";
import { useRenderer } from "./useRenderer.ts";
import { useScanner } from "./useScanner.ts";
import { useTyped } from "./useTyped.ts";

export type LabelsScreenProps = {
  alias: string;
  state: LabelState;
  storeName: string;
  list: Products | undefined;
  error: ShownError | undefined;
  /** Why the scan, or the addition, was not taken. */
  scanProblem: string | undefined;
  addProblem: string | undefined;
  batchProducts: BatchProducts;
  settings: LabelSettings;
  settingsAnswer: SettingsAnswer | undefined;
  /** What to know of the label shown, as the server saw it. */
  notices: string[];
  loading: boolean;
};

/** The form of the product that is being worked on; its fields stand about the page. */
const entryForm = "label-entry";
const noRecord = "No record found for this Barcode!";
const noPrinter = "Choose a printer.";

/** Print Label (2 §2.12): scan, see the label, print it; below, the products to choose from. */
export function LabelsScreen(props: LabelsScreenProps) {
  const { alias, storeName, list, error, batchProducts, settings, notices, loading } = props;
  const rows = list?.rows ?? [];
  const tidy = useCallback(
    (state: LabelState): LabelState => {
      const { barcode } = state.filter;
      const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode });
      const entry = product ? typedEntry(product, state, { barcode, gather: state.gather }) : {};
      return { ...state, ...entry, batch: typedBatch(state.batch, batchProducts) };
    },
    [list, batchProducts],
  );
  const { live, onTyped, follow, depart } = useTyped(alias, props.state, tidy);
  const { filter, gather, batch } = live;
  const { barcode } = filter;
  const product = chosenProduct(rows, { product: live.product, barcode });
  const designs = designChoices(storeName);
  const design = designOf(storeName, live.design);
  const choice = { barcode, gather, design };
  const sets = printSets(product, live, choice);
  const lines = useMemo(() => toBatchLines(batch, batchProducts), [batch, batchProducts]);
  const whole = batchSet(lines, design);

  const { printing, failed, isUnsaved } = usePrinting(alias, settings);
  const filed = fileLanguage(settings);
  const language: LabelLanguage = printing?.language ?? filed;
  const { media } = settings;
  const shown = product ? previewLabels(product, live, choice) : [];
  const renderer = useRenderer();
  const said = renderer ? noticesOf(renderer, shown, { language, media }) : notices;

  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const scanHref = useCallback(
    (scanned: string) => {
      depart();
      return gather
        ? labelScanPath(alias, live, scanned)
        : labelsPath(alias, { ...lookOf(live), filter: { ...noFilter, barcode: scanned } });
    },
    [alias, gather, live, depart],
  );
  const panel = useRef<HTMLElement>(null);
  const bench = useRef<HTMLElement>(null);
  const chosen = product && live.product === product.key ? product.key : "";
  useChosenProduct(chosen, { panel, top: gather ? panel : bench });
  const { scan, focusBarcode, waiting, scans } = useScanner(input, scanHref, {
    inTurn: gather,
    shown: props.state.filter.barcode,
  });
  const isLooking = useIsLooking(props.state) || waiting > 0;
  const isNoRecord = barcode !== "" && list !== undefined && rows.length === 0;
  const scanProblem = props.scanProblem ?? (isNoRecord ? noRecord : undefined);
  const missed = useMissedScans(gather ? scanProblem : undefined, barcode);

  function onEntrySubmit(event: FormEvent<HTMLFormElement>) {
    const submitter = submitterOf(event);
    if (submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (submitter?.getAttribute("name") === "add") {
      depart();
      navigate(labelAddPath(alias, live));
    } else follow();
    focusBarcode();
  }

  function print(jobs: LabelJob[]) {
    printing?.print(jobs);
    focusBarcode();
  }
  const missingPrinter = printing?.printer ? [] : [noPrinter];
  const panels = [
    product && (
      <ProductPanel
        key={`product ${product.key}`}
        product={product}
        state={live}
        choice={choice}
        form={entryForm}
        onTyped={onTyped}
        panel={panel}
      >
        <LabelPreview
          pictures={shown.map(({ label, printedBy }) => ({
            src: labelPicturePath(alias, pictureFields({ label, language, media })),
            text: pictureText(label),
            caption: printedBy,
          }))}
          media={media}
          notices={said}
        >
          <FileButtons alias={alias} form={entryForm} />
        </LabelPreview>
      </ProductPanel>
    ),
    (gather || batch.length > 0) && (
      <BatchPanel
        key="batch"
        alias={alias}
        state={live}
        lines={lines}
        missing={[...whole.missing, ...missingPrinter]}
        isLooking={isLooking}
        onPrint={() => print(whole.jobs)}
        onTyped={onTyped}
      />
    ),
  ];

  return (
    <Page
      title="Print Label"
      actions={
        <ToggleLink
          label="Gather a batch"
          on={gather}
          href={labelsPath(alias, { ...live, gather: !gather })}
        />
      }
    >
      <div className="labels">
        <section ref={bench} className="card bench" aria-label="Scan and print">
          <BarcodeForm
            action={labelsPath(alias)}
            name={gather ? "scan" : "barcode"}
            value={barcode}
            kept={keptFields(live)}
            problem={isLooking ? undefined : scanProblem}
            input={input}
            onScan={scan}
          />
          <p className="sr-only" role="status">
            {waiting > 0 && `${waiting} scans are waiting`}
          </p>
          <form
            id={entryForm}
            method="get"
            action={labelsPath(alias)}
            autoComplete="off"
            onSubmit={onEntrySubmit}
          >
            <Hidden fields={[...listFields(live), ...entryFields(live)]} />
            <Hidden fields={keptFields(designs.length === 0 ? live : { ...live, design: undefined })} />
          </form>
          <div className="bench-choices">
            <PrinterPlace printing={printing} failed={failed} isUnsaved={isUnsaved} />
            {designs.length > 0 && (
              <DesignPicker form={entryForm} choices={designs} design={design} onTyped={onTyped} />
            )}
            {designs.length > 0 && !product && (
              <Button type="submit" form={entryForm} className="without-scripting">
                Update
              </Button>
            )}
          </div>
          <div className="bench-buttons">
            <PrintButton
              label="Print Barcode"
              missing={[...sets.barcode.missing, ...missingPrinter]}
              isLooking={isLooking}
              onPrint={() => print(sets.barcode.jobs)}
            />
            <PrintButton
              label="Print Design"
              missing={[...sets.design.missing, ...missingPrinter]}
              isLooking={isLooking}
              isSaid={sets.design.missing.join() === sets.barcode.missing.join()}
              onPrint={() => print(sets.design.jobs)}
            />
            <ClearBarcode alias={alias} state={live} hasProduct={product !== undefined} />
          </div>
          {printing && (
            <div className="bench-help">
              <printing.views.BridgeHelp
                printing={printing}
                {...(product ? { downloadHref: labelFileHref(alias, live, "design") } : {})}
              />
            </div>
          )}
        </section>
        {printing && <printing.views.PrintQueue printing={printing} />}
        <MissedScans {...missed} />
        {props.addProblem && <Notice tone="attention">{props.addProblem}</Notice>}
        {error && <ErrorBar error={error} retryHref={labelsPath(alias, live)} />}
        {gather ? panels.reverse() : panels}
        <SettingsForm
          action={labelsPath(alias, live)}
          settings={settings}
          language={filed}
          answer={props.settingsAnswer}
          testHref={labelFileHref(alias, { ...startingState, ...lookOf(live) }, "test")}
          missing={missingPrinter}
          onTest={() => renderer && print([{ label: renderer.testLabel(media), title: "Test label" }])}
        />
        {printing && <printing.views.PrintJournal printing={printing} />}
        <ProductList
          alias={alias}
          state={live}
          list={list}
          chosen={product}
          loading={loading}
          scans={scans}
        />
      </div>
    </Page>
  );
}

type Renderer = NonNullable<ReturnType<typeof useRenderer>>;

const noticesOf = (
  { renderLabel }: Renderer,
  shown: readonly PreviewLabel[],
  printer: Parameters<Renderer["renderLabel"]>[1],
): string[] => shown.flatMap(({ label }) => renderLabel(label, printer).notices);

/** The product's key: its quantities and price have fields of their own. */
const entryFields = (state: LabelState): [string, string][] =>
  productFields({ ...state, quantities: {}, price: undefined });
