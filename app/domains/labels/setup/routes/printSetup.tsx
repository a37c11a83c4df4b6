import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { formOf } from "#app/core/http/forms/read.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { signingPair } from "../../bridge/sign.server.ts";
import { CertificateLink } from "../../bridge/views/BridgeHelp.tsx";
import { loadedPage, newId, postBatch, unanswered } from "../../browser.ts";
import type { LabelLanguage } from "../../label.ts";
import { labelBatchPath, labelFilePath, labelsPath, outputHref, printSetupPath } from "../../paths.ts";
import { readLabelSearch } from "../../search.ts";
import { readLabelSettings, saveLabelSettings, saveProof } from "../../settings.server.ts";
import { type FormAnswer, fileLanguage, printerLanguage, proofsOf } from "../../settings.ts";
import { ownStation } from "../../stations/guard.server.ts";
import { PrintButton, PrinterPlace } from "../../views/PrintButton.tsx";
import { SettingsForm } from "../../views/SettingsForm.tsx";
import { usePrinting } from "../../views/usePrinting.ts";

/** The field of what was scanned back: the other form has none. */
const proofField = "scanned";

/** The print service looks for trusted certificates in its program folder. */
const commands = [
  [
    "Windows, as administrator",
    'copy "%USERPROFILE%\\Downloads\\override.crt" "C:\\Program Files\\QZ Tray\\"',
  ],
  ["macOS", 'sudo cp ~/Downloads/override.crt "/Applications/QZ Tray.app/Contents/Resources/"'],
  ["Linux", "sudo cp ~/Downloads/override.crt /opt/qz-tray/"],
] as const;

/** Setup and test of a workstation's printing (labels#setup). */
export default function PrintSetup() {
  const { hasCertificate, alias, back, here, station, settings } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { printing, failed } = usePrinting(alias, settings, station);
  const name = printing?.printer?.name ?? settings.printer;
  const language = printing?.language ?? (name === undefined ? undefined : printerLanguage(settings, name));
  const isProof = answer?.typed[proofField] !== undefined;
  return (
    <Page
      title="Set up printing"
      subtitle="Once for each workstation with a label printer."
      actions={<LinkButton href={back}>Back to Print Label</LinkButton>}
    >
      <Card title="1. The print service">
        <p>
          Install <a href="https://qz.io/download/">QZ Tray</a> 2.2 or newer, and have it start with the
          computer.
        </p>
      </Card>
      <Card title="2. Trust">
        {hasCertificate ? (
          <>
            <p>
              QZ Tray asks about every label of a portal that it does not know. It knows this one once the
              portal's certificate lies beside its program as override.crt.
            </p>
            <CertificateLink />
            <p>Then copy it there, with the line for this computer:</p>
            {commands.map(([system, command]) => (
              <CopyField key={system} label={system} value={command} />
            ))}
            <p>
              Close QZ Tray by its icon's menu and start it again. Where the download or the program lies in
              another folder, change the line to match.
            </p>
          </>
        ) : (
          <Notice tone="attention">
            The portal has no print certificate, so QZ Tray asks about every label. Tell whoever looks after
            the portal.
          </Notice>
        )}
      </Card>
      <ProofCard
        {...{ alias, here, printing, failed }}
        printer={name ?? ""}
        language={language ?? fileLanguage(settings)}
        answer={isProof ? answer : undefined}
      />
      <SettingsForm
        action={here}
        settings={settings}
        printer={name !== undefined && language ? { name, language } : undefined}
        answer={isProof ? undefined : answer}
      />
      <Table
        caption="Printers proved on this workstation"
        rows={proofsOf(settings)}
        rowKey={({ printer }) => printer}
        columns={[
          { key: "printer", header: "Printer", narrow: "title", cell: ({ printer }) => printer },
          { key: "language", header: "Language", cell: ({ language }) => language },
          { key: "labels", header: "Labels", cell: ({ labels }) => labels },
          { key: "at", header: "Read back", cell: ({ at }) => <DateTime at={at} /> },
        ]}
        empty={<EmptyState title="No printer yet: print its test label and scan it back." />}
      />
    </Page>
  );
}

type ProofCardProps = ReturnType<typeof usePrinting> & {
  alias: string;
  here: string;
  printer: string;
  language: LabelLanguage;
  answer: FormAnswer | undefined;
};

/** Prints the test label and takes its scan. */
function ProofCard({ alias, here, printing, failed, printer, language, answer }: ProofCardProps) {
  const [problem, setProblem] = useState<string>();
  async function print() {
    const answer = await postBatch(labelBatchPath(alias), [
      ["print.test", newId()],
      ["page", printing?.page ?? loadedPage],
    ]);
    setProblem(answer ? answer.problem : unanswered);
    printing?.expect();
  }
  return (
    <Card title="3. A test label, scanned back">
      <p>
        A printer that feeds too far, or stops between labels, looks for them in another way than its paper
        has: 'Labels are found by' in the settings below says whether by the gap, by a black mark on the back,
        or as the printer has it.
      </p>
      <PrinterPlace printing={printing} failed={failed} />
      {printing && <printing.views.BridgeHelp printing={printing} alias={alias} />}
      <div className="flex flex-wrap items-start gap-2">
        <PrintButton
          label="Print the test label"
          missing={printing?.printer ? [] : ["Choose a printer."]}
          isHere
          onClick={() => void print()}
        />
        <LinkButton href={outputHref(labelFilePath(alias), {}, "test")} icon="download" data-document="">
          Download test label
        </LinkButton>
      </div>
      {problem !== undefined && <Notice tone="attention">{problem}</Notice>}
      {printing && <printing.views.PrintQueue printing={printing} />}
      <Form method="post" action={here} className="space-y-3" autoComplete="off" noValidate>
        <input type="hidden" name="language" value={language} />
        <TextField
          key={printer}
          label="It came out of"
          name="printer"
          defaultValue={answer?.typed.printer ?? printer}
          maxLength={200}
          help="The printer's name."
          errors={answer?.errors.printer}
        />
        <TextField
          label="Scan its barcode"
          name={proofField}
          inputMode="numeric"
          defaultValue={answer?.typed.scanned ?? ""}
          maxLength={100}
          help="The number has to be the one that was printed."
          errors={answer?.errors.scanned}
        />
        <Button type="submit" variant="primary">
          Check it
        </Button>
      </Form>
    </Card>
  );
}

export const meta = storeTitle("Set up printing");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  const own = await ownStation(request);
  const state = readLabelSearch(request.url);
  const screen = {
    alias: store.storeAlias,
    storeName: store.storeName,
    back: labelsPath(store.storeAlias, state),
    here: printSetupPath(store.storeAlias, state),
    hasCertificate: !("why" in (await signingPair())),
    station: own.id,
    settings: await readLabelSettings(request),
  };
  return data(screen, { headers: own.headers });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { store } = await requireStorePage(request, params.alias, "printlabel");
  const form = await formOf(request);
  const here = printSetupPath(store.storeAlias, readLabelSearch(request.url));
  return (form.has(proofField) ? saveProof : saveLabelSettings)(request, form, here);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
