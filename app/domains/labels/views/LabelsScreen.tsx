import "./labels.css";
import { wrongLabelsPath } from "#app/domains/labels/lastPrices/paths.ts";
import { labelBatchPath, labelsPath, stationsPath } from "#app/domains/labels/paths.ts";
import type { SettingsAnswer } from "#app/domains/labels/settings.ts";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { Button, LinkButton, ToggleLink } from "#app/ui/Button.tsx";
import { classes } from "#app/ui/classes.ts";
import { ErrorBar, type ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { plural } from "#app/values/values.ts";
import { Hidden } from "./forms.tsx";
import { ProductList } from "./ProductList.tsx";
import { ScanCard } from "./ScanCard.tsx";
import { MissedScans } from "./ScanField.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { useWorkstation, type WorkstationProps } from "./useWorkstation.ts";
import { WorkstationPanels } from "./WorkstationPanels.tsx";

export type LabelsScreenProps = WorkstationProps & {
  error: ErrorText | undefined;
  /** The lines of a batch that the address still has, as a form's field, and how many. */
  offered: { count: number; fill: string } | undefined;
  settingsAnswer: SettingsAnswer | undefined;
  place: ListPlace;
};

/** Print Label (labels#page): scan, check the label, print it; below, the products to choose from. */
export function LabelsScreen(props: LabelsScreenProps) {
  const { alias, list, error, offered, place } = props;
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
        <ScanCard workstation={workstation} />
        {printing && <printing.views.UnsentLabels printing={printing} />}
        {printing && <printing.views.PrintQueue printing={printing} />}
        <MissedScans
          title={live.each ? "Not printed" : "Not in the batch"}
          scans={workstation.scans.missed.scans}
          dismiss={workstation.scans.missed.dismiss}
        />
        {offered && (
          <Notice tone="attention">
            <p>
              This address still has {plural(offered.count, "line", "lines")} of a batch. Batches are kept by
              the portal now.
            </p>
            <form method="post" action={labelBatchPath(alias, live)}>
              <Hidden
                fields={[
                  ["fill", offered.fill],
                  ["token", props.token],
                ]}
              />
              <Button type="submit">Take them into the batch</Button>
            </form>
          </Notice>
        )}
        {error && <ErrorBar error={error} retryHref={labelsPath(alias, live)} dismissible />}
        <WorkstationPanels workstation={workstation} />
        <SettingsForm workstation={workstation} settings={props.settings} answer={props.settingsAnswer} />
        {printing && <printing.views.PrintJournal printing={printing} />}
        <ProductList workstation={workstation} list={list} place={place} />
      </div>
    </Page>
  );
}
