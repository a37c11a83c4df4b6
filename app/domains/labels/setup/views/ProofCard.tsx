import { Form } from "@remix-run/react";
import { printSetupPath } from "#app/domains/labels/bridge/paths.ts";
import { labelFileHref } from "#app/domains/labels/paths.ts";
import { startingState } from "#app/domains/labels/search.ts";
import { fileLanguage, type LabelSettings, mediaFor } from "#app/domains/labels/settings.ts";
import { PrintButton, PrinterPlace } from "#app/domains/labels/views/PrintButton.tsx";
import { usePrinting } from "#app/domains/labels/views/usePrinting.ts";
import { useRenderer } from "#app/domains/labels/views/useRenderer.ts";
import { Button, LinkButton } from "#app/ui/elements.tsx";
import { TextField } from "#app/ui/fields/fields.tsx";
import type { ProofAnswer } from "../proofs.ts";

export type ProofCardProps = { alias: string; settings: LabelSettings; answer: ProofAnswer | undefined };

/** Prints the test label and takes its scan. */
export function ProofCard({ alias, settings, answer }: ProofCardProps) {
  const { printing, failed, isUnsaved } = usePrinting(alias, settings);
  const renderer = useRenderer();
  const printer = printing?.printer?.name ?? settings.printer ?? "";
  const media = mediaFor(settings, printer);
  const errorsOf = (name: string) => (answer?.errors[name] ? { errors: answer.errors[name] } : {});
  return (
    <section className="card space-y-3" aria-labelledby="setup-proof">
      <h2 id="setup-proof">3. A test label, scanned back</h2>
      <p>
        A printer that feeds too far, or stops between labels, looks for them in another way than its paper
        has: 'Labels are found by' in Print Label's settings says whether by the gap, by a black mark on the
        back, or as the printer has it.
      </p>
      <PrinterPlace printing={printing} failed={failed} isUnsaved={isUnsaved} />
      {printing && <printing.views.BridgeHelp printing={printing} alias={alias} />}
      <div className="flex flex-wrap items-start gap-2">
        <PrintButton
          label="Print the test label"
          missing={printing?.printer ? [] : ["Choose a printer."]}
          isLooking={!renderer}
          onPrint={() =>
            renderer && printing?.print([{ label: renderer.testLabel(media), title: "Test label" }])
          }
        />
        <LinkButton href={labelFileHref(alias, startingState, "test")} icon="download" data-document="">
          Download test label
        </LinkButton>
      </div>
      {printing && <printing.views.PrintQueue printing={printing} />}
      <Form method="post" action={printSetupPath(alias)} className="space-y-3" autoComplete="off" noValidate>
        <input type="hidden" name="language" value={printing?.language ?? fileLanguage(settings)} />
        <TextField
          key={printer}
          label="It came out of"
          name="printer"
          defaultValue={answer?.typed.printer ?? printer}
          maxLength={200}
          help="The printer's name."
          {...errorsOf("printer")}
        />
        <TextField
          label="Scan its barcode"
          name="scanned"
          inputMode="numeric"
          defaultValue={answer?.typed.scanned ?? ""}
          maxLength={100}
          help="The number has to be the one that was printed."
          {...errorsOf("scanned")}
        />
        <Button type="submit" variant="primary">
          Check it
        </Button>
      </Form>
    </section>
  );
}
