import { Form } from "@remix-run/react";
import { Button } from "#app/core/ui/Button.tsx";
import { SelectField, TextField } from "#app/core/ui/fields/fields.tsx";
import type { LabelSettings } from "../forms.ts";
import {
  dpiOf,
  type LabelLanguage,
  labelLanguages,
  mediaLimits,
  printResolutions,
  tuningLimits,
} from "../label.ts";
import { type FormAnswer, fileLanguage, mediaFor } from "../settings.ts";

const resolutions = printResolutions.map((dots) => ({
  value: String(dots),
  label: `${dots} dots per mm (${dpiOf(dots)} dpi)`,
}));

const asItIs = "As the printer has it";
const turns = [
  { value: "", label: asItIs },
  { value: "upright", label: "Upright" },
  { value: "turned", label: "Turned by 180 degrees" },
];

const trackings = [
  { value: "", label: "The gap between them; 0 is continuous paper" },
  { value: "mark", label: "A black mark on the back, as high as the gap says" },
  { value: "printer", label: asItIs },
];

const lengths = [
  ["widthMm", "Label width (mm)"],
  ["heightMm", "Label height (mm)"],
  ["gapMm", "Gap between labels (mm)"],
] as const;
const steps = [
  ["darkness", "Darkness", ""],
  ["speed", "Speed", ""],
  ["topMm", "Move down (mm)", "; below 0 moves up"],
] as const;
const speeds = { ZPL: "inches a second", EPL: "the printer's steps" };

type Props = {
  /** The page's own address. */
  action: string;
  settings: LabelSettings;
  /** The chosen printer, and the language of its labels. */
  printer: { name: string; language: LabelLanguage } | undefined;
  answer: FormAnswer | undefined;
};

/** Media and tuning of a printer of this workstation, and the language of label files (labels#tuning). */
export function SettingsForm({ action, settings, printer, answer: lastAnswer }: Props) {
  const name = printer?.name ?? "";
  const language = fileLanguage(settings);
  const media = mediaFor(settings, name);
  const hasOwn = settings.printers[name]?.media !== undefined;
  // Values typed for one printer don't apply to the next.
  const answer = (lastAnswer?.typed.shown ?? name) === name ? lastAnswer : undefined;
  const field = (name: string, saved: string) => ({
    ...{ name, defaultValue: answer?.typed[name] ?? saved },
    errors: answer?.errors[name],
  });
  const of = printer?.language ?? language;
  const { isTurned, tracking = "" } = media.tuning ?? {};
  const printers = [
    { value: "", label: "Every printer without its own" },
    ...(name === "" ? [] : [{ value: name, label: `${name} only` }]),
  ];
  const languages = [
    { value: "", label: `As the printer says (${language})` },
    ...labelLanguages.map((value) => ({ value, label: value })),
  ];
  return (
    <section className="card space-y-3" aria-labelledby="setup-settings">
      <h2 id="setup-settings">Label settings of this workstation</h2>
      <Form key={JSON.stringify([name, media])} method="post" action={action} preventScrollReset noValidate>
        <input type="hidden" name="shown" value={name} />
        <input type="hidden" name="of" value={of} />
        <div className="grid-fit-[12rem] gap-3 pb-3 pt-1">
          <SelectField
            {...field("printer", hasOwn ? name : "")}
            label="These settings are for"
            options={printers}
          />
          {lengths.map(([name, label]) => (
            <TextField
              key={name}
              {...field(`media.${name}`, String(media[name]))}
              label={label}
              inputMode="decimal"
              help={`${mediaLimits[name].lowest} to ${mediaLimits[name].highest}`}
            />
          ))}
          <SelectField
            {...field("media.tuning.tracking", tracking)}
            label="Labels are found by"
            options={trackings}
          />
          <SelectField
            {...field("media.dotsPerMm", String(media.dotsPerMm))}
            label="Resolution"
            options={resolutions}
          />
          {steps.map(([step, label, more]) => {
            const { lowest, highest } = tuningLimits[of][step];
            return (
              <TextField
                key={step}
                {...field(`media.tuning.${step}`, String(media.tuning?.[step] ?? ""))}
                label={step === "speed" ? `${label} (${speeds[of]})` : label}
                inputMode={step === "topMm" ? "text" : "numeric"}
                help={`${lowest} to ${highest} in ${of}${more}. Empty: as the printer has it.`}
              />
            );
          })}
          <SelectField
            {...field("media.tuning.isTurned", isTurned === undefined ? "" : isTurned ? "turned" : "upright")}
            label="Direction"
            options={turns}
          />
          <SelectField
            {...field("language", settings.language ?? "")}
            label="Language of label files"
            options={languages}
          />
        </div>
        <div className="flex flex-wrap items-start gap-2 pb-2">
          <Button type="submit" variant="primary">
            Save settings
          </Button>
          {hasOwn && (
            <Button type="submit" name="intent" value="forget">
              Use what every other printer has
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
