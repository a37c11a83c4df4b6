import "./labels.css";
import { printSetupPath } from "#app/domains/labels/bridge/paths.ts";
import { wrongLabelsPath } from "#app/domains/labels/lastPrices/paths.ts";
import { labelFileHref, labelsPath } from "#app/domains/labels/paths.ts";
import { lookOf, startingState } from "#app/domains/labels/search.ts";
import type { SettingsAnswer } from "#app/domains/labels/settings.ts";
import { stationsPath } from "#app/domains/labels/stations/paths.ts";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { LinkButton, ToggleLink } from "#app/ui/Button.tsx";
import { classes } from "#app/ui/classes.ts";
import { ErrorBar, type ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { BenchPanels } from "./BenchPanels.tsx";
import { MissedScans } from "./MissedScans.tsx";
import { ProductList } from "./ProductList.tsx";
import { ScanCard } from "./ScanCard.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { type Bench, type BenchProps, useBench } from "./useBench.ts";

export type LabelsScreenProps = BenchProps & {
  error: ShownError | undefined;
  /** Why the addition failed. */
  addProblem: string | undefined;
  settingsAnswer: SettingsAnswer | undefined;
  place: ListPlace;
};

/** The form of the current product; its fields are spread over the page. */
const entryForm = "label-entry";
/** The form of the batch and of the table's open rows. */
const rowsForm = "label-rows";

/** Print Label (labels#page): scan, check the label, print it; below, the products to choose from. */
export function LabelsScreen(props: LabelsScreenProps) {
  const { alias, list, error, addProblem, place } = props;
  const bench = useBench(props);
  const { live, printer } = bench;
  const { printing } = printer;
  return (
    <Page
      title="Print Label"
      actions={
        <>
          <LinkButton href={stationsPath(alias)} variant="quiet">
            Print stations
          </LinkButton>
          <ToggleLink
            label="Gather a batch"
            on={live.gather}
            href={labelsPath(alias, { ...live, gather: !live.gather, each: false })}
          />
          <ToggleLink
            label="Scan and print"
            on={live.each}
            href={labelsPath(alias, { ...live, each: !live.each, gather: false })}
          />
          <LinkButton href={wrongLabelsPath(alias)} variant="quiet">
            Wrong labels
          </LinkButton>
        </>
      }
    >
      <div className={classes("labels", live.gather && "is-gathering")}>
        <ScanCard bench={bench} form={entryForm} />
        {printing && <printing.views.PrintQueue printing={printing} />}
        <MissedScans
          title={live.each ? "Not printed" : "Not in the batch"}
          scans={bench.scans.missed.scans}
          dismiss={bench.scans.missed.dismiss}
        />
        {addProblem && <Notice tone="attention">{addProblem}</Notice>}
        {error && <ErrorBar error={error} retryHref={labelsPath(alias, live)} dismissible />}
        <BenchPanels bench={bench} form={entryForm} rowsForm={rowsForm} />
        <Workstation {...props} bench={bench} />
        {printing && <printing.views.PrintJournal printing={printing} />}
        <ProductList
          alias={alias}
          form={rowsForm}
          state={live}
          list={list}
          chosen={bench.product}
          place={place}
          scans={bench.scans.scans}
          onTyped={bench.onTyped}
        />
      </div>
    </Page>
  );
}

/** The settings of this workstation's printer, and a test label. */
function Workstation({ alias, settings, settingsAnswer, bench }: LabelsScreenProps & { bench: Bench }) {
  const { live, printer, print } = bench;
  const { renderer, filed, media, missing, chosen } = printer;
  return (
    <SettingsForm
      action={labelsPath(alias, live)}
      settings={settings}
      printer={chosen}
      language={filed}
      answer={settingsAnswer}
      testHref={labelFileHref(alias, { ...startingState, ...lookOf(live) }, "test")}
      missing={missing}
      setupHref={printSetupPath(alias)}
      onTest={() => renderer && print([{ label: renderer.testLabel(media), title: "Test label" }])}
    />
  );
}
