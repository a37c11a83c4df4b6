import { useId, useState } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { SelectField } from "#app/core/ui/fields/fields.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { labelLanguages } from "../../label.ts";
import { languageTold } from "../../settings.ts";
import { printerQueueText } from "../help.ts";
import type { WorkstationPrinting } from "../printing.ts";
import type { PrinterQueue } from "../types.ts";

/**
 * The workstation's label printers, and the language of the chosen one. Collapsed on a small screen
 * unless there is something to choose, since a printer is chosen once.
 */
export function PrinterPicker({ printing }: { printing: WorkstationPrinting }) {
  const id = useId();
  const [opened, setOpened] = useState<boolean>();
  const { state, printers, printersProblem, printer, printerQueue, choosePrinter, refreshPrinters } =
    printing;
  const choices = printers ?? (printer ? [printer] : []);
  const isReady = state.kind === "ready";
  const help = printersHelp(printing);
  const isOpen = opened ?? (printersProblem !== undefined || (!printer && choices.length > 0));
  const whenOpen = isOpen ? undefined : "max-sm:hidden";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <Button
        variant="quiet"
        icon={isOpen ? "chevronUp" : "chevronDown"}
        className={classes(
          "hidden max-sm:flex max-sm:justify-start max-sm:!px-0 max-sm:wrap-anywhere",
          isOpen ? "max-sm:col-span-full" : "max-sm:self-center",
        )}
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
      >
        {printer ? `${printer.name} (${printing.language})` : "No printer"}
      </Button>
      <div className={classes("field", whenOpen)}>
        <label htmlFor={id}>Printer</label>
        <select
          id={id}
          value={printer?.name ?? ""}
          disabled={choices.length === 0}
          aria-describedby={help ? `${id}-help` : undefined}
          onChange={({ currentTarget }) => {
            // Stays open while the person steps through the printers.
            setOpened(isOpen);
            choosePrinter(currentTarget.value);
          }}
        >
          {!printer && (
            <option value="" disabled>
              {choices.length > 0 ? "Choose a printer" : "No label printer"}
            </option>
          )}
          {keyed(choices, ({ name }) => name).map(({ key, item: { name } }) => (
            <option key={key} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Button
        icon="refresh"
        variant="quiet"
        className={whenOpen}
        aria-label="Look for printers again"
        disabled={!isReady}
        onClick={refreshPrinters}
      />
      {printerQueue && <PrinterState queue={printerQueue} isOpen={isOpen} />}
      {printer && <LanguageField printing={printing} className={whenOpen} />}
      {help && (
        <p
          id={`${id}-help`}
          className={classes("field-help col-span-full", whenOpen)}
          role={printersProblem ? "alert" : undefined}
        >
          {help}
        </p>
      )}
    </div>
  );
}

function printersHelp(printing: WorkstationPrinting): string | undefined {
  const { state, printers, printersProblem, printer } = printing;
  if (printersProblem) return `The printers could not be listed: ${printersProblem}`;
  if (state.kind !== "ready") return undefined;
  if (printers === undefined) return "Looking for printers…";
  if (printers.length === 0)
    return "This workstation has no printer whose name or driver is a label printer's.";
  return printer ? undefined : "Choose the printer that the labels are in.";
}

type LanguageProps = { printing: WorkstationPrinting; className: string | undefined };

/** Collapsed, since it is set once per printer. */
function LanguageField({ printing, className }: LanguageProps) {
  const { language, isLanguageOverridden, overrideLanguage, printer } = printing;
  const by = printer && languageTold(printer).by === "name" ? "By name" : "By driver";
  return (
    <details className={classes("col-span-full", className)}>
      <summary className="leading-7 text-ink-soft">
        {`Language: ${language}, ${isLanguageOverridden ? "as chosen" : by.toLowerCase()}`}
      </summary>
      <SelectField
        label="Language"
        name="language"
        value={isLanguageOverridden ? language : ""}
        options={[
          { value: "", label: isLanguageOverridden ? by : `${by} (${language})` },
          ...labelLanguages.map((known) => ({ value: known, label: known })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          overrideLanguage(labelLanguages.find((known) => known === value))
        }
      />
    </details>
  );
}

/** The state of the printer as reported by its queue on the workstation. */
function PrinterState({ queue, isOpen }: { queue: PrinterQueue; isOpen: boolean }) {
  const { words, tone } = printerQueueText(queue);
  return (
    <p className={isOpen ? "col-span-full" : "max-sm:self-center sm:col-span-full"} data-printer={queue.is}>
      <span className="sr-only">{queue.printer}: </span>
      <StatusBadge tone={tone}>{words}</StatusBadge>
    </p>
  );
}
