import "./labels.css";
import { printSetupPath } from "#app/domains/labels/bridge/paths.ts";
import { wrongLabelsPath } from "#app/domains/labels/lastPrices/paths.ts";
import { labelFileHref, labelsPath } from "#app/domains/labels/paths.ts";
import { lookOf, startingState } from "#app/domains/labels/search.ts";
import type { SettingsAnswer } from "#app/domains/labels/settings.ts";
import { stationsPath } from "#app/domains/labels/stations/paths.ts";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { classes } from "#app/ui/classes.ts";
import { LinkButton, ToggleLink } from "#app/ui/elements.tsx";
import { ErrorBar, type ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { MissedScans } from "./MissedScans.tsx";
import { ProductList } from "./ProductList.tsx";
import { ScanCard } from "./ScanCard.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { useWorkstation, type Workstation, type WorkstationProps } from "./useWorkstation.ts";
import { WorkstationPanels } from "./WorkstationPanels.tsx";

export type LabelsScreenProps = WorkstationProps & {
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
  const workstation = useWorkstation(props);
  const { live, printer } = workstation;
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
        <ScanCard workstation={workstation} form={entryForm} />
        {printing && <printing.views.PrintQueue printing={printing} />}
        <MissedScans
          title={live.each ? "Not printed" : "Not in the batch"}
          scans={workstation.scans.missed.scans}
          dismiss={workstation.scans.missed.dismiss}
        />
        {addProblem && <Notice tone="attention">{addProblem}</Notice>}
        {error && <ErrorBar error={error} retryHref={labelsPath(alias, live)} dismissible />}
        <WorkstationPanels workstation={workstation} form={entryForm} rowsForm={rowsForm} />
        <PrinterSettings {...props} workstation={workstation} />
        {printing && <printing.views.PrintJournal printing={printing} />}
        <ProductList
          alias={alias}
          form={rowsForm}
          state={live}
          list={list}
          chosen={workstation.product}
          place={place}
          scans={workstation.scans.scans}
          onTyped={workstation.onTyped}
        />
      </div>
    </Page>
  );
}

/** The settings of this workstation's printer, and a test label. */
function PrinterSettings({
  alias,
  settings,
  settingsAnswer,
  workstation,
}: LabelsScreenProps & { workstation: Workstation }) {
  const { live, printer, print } = workstation;
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
