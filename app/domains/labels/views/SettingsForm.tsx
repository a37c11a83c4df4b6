import { Form } from "@remix-run/react";
import {
  type LabelLanguage,
  labelLanguages,
  mediaLimits,
  printResolutions,
} from "#app/domains/labels/label.ts";
import type { LabelSettings, SettingsAnswer } from "#app/domains/labels/settings.ts";
import { Button } from "#app/ui/Button.tsx";
import { SelectField } from "#app/ui/fields/SelectField.tsx";
import { TextField } from "#app/ui/fields/TextField.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { PrintButton } from "./PrintButton.tsx";

type Props = {
  action: string;
  settings: LabelSettings;
  /** The language that files are in now. */
  language: LabelLanguage;
  answer: SettingsAnswer | undefined;
  /** The test label as a file. */
  testHref: string;
  /** Why the test label can't be printed; empty when it can. */
  missing: readonly string[];
  onTest: () => void;
  /** The page that sets printing up and proves it. */
  setupHref: string;
};

const resolutions = printResolutions.map((dots) => ({
  value: String(dots),
  label: `${dots} dots per mm (${dots === 8 ? 203 : 300} dpi)`,
}));

/** What is in the printer of this workstation, and the language of label files. */
export function SettingsForm({
  action,
  settings,
  language,
  answer,
  testHref,
  missing,
  onTest,
  setupHref,
}: Props) {
  const { media } = settings;
  const lengths = [
    ["widthMm", "Label width (mm)"],
    ["heightMm", "Label height (mm)"],
    ["gapMm", "Gap between labels (mm)"],
  ] as const;
  const languages = [
    { value: "", label: `As the printer says (${language})` },
    ...labelLanguages.map((value) => ({ value, label: value })),
  ];
  return (
    <details className="card settings" open={answer !== undefined}>
      <summary>
        <span className="font-medium">Label settings of this workstation</span>{" "}
        <span className="faint">
          {media.widthMm} × {media.heightMm} mm, {media.dotsPerMm === 8 ? 203 : 300} dpi, {language}
        </span>
      </summary>
      <Form key={JSON.stringify(media)} method="post" action={action} preventScrollReset noValidate>
        <div className="settings-fields">
          {lengths.map(([name, label]) => {
            const errors = answer?.errors[name];
            const { lowest, highest } = mediaLimits[name];
            return (
              <TextField
                key={name}
                name={name}
                label={label}
                inputMode="decimal"
                defaultValue={answer?.typed[name] ?? String(media[name])}
                help={`${lowest} to ${highest}`}
                {...(errors ? { errors } : {})}
              />
            );
          })}
          <SelectField
            name="dotsPerMm"
            label="Resolution"
            options={resolutions}
            defaultValue={answer?.typed.dotsPerMm ?? String(media.dotsPerMm)}
          />
          <SelectField
            name="language"
            label="Language of label files"
            options={languages}
            defaultValue={answer?.typed.language ?? settings.language ?? ""}
          />
        </div>
        <div className="settings-buttons">
          <Button type="submit" variant="primary">
            Save settings
          </Button>
          <PrintButton label="Test label" missing={missing} onPrint={onTest} variant="secondary" />
          <LinkButton href={testHref} icon="download" data-document="">
            Download test label
          </LinkButton>
          <LinkButton href={setupHref} variant="quiet">
            Set up this workstation
          </LinkButton>
        </div>
      </Form>
    </details>
  );
}
