import { useFormMetadata } from "@conform-to/react";
import { memo } from "react";
import type { RuleEditor, RuleFormValues } from "#app/domains/rules/editor/editor.ts";
import type { RuleContext } from "#app/domains/rules/values.ts";
import { CheckField, SelectField, TextField } from "#app/ui/fields/fields.tsx";
import { maxRuleNameLength } from "#contract/ruleProblems.ts";
import { textsOf } from "./rowFields.tsx";

/** The hours that a rule's times are chosen from (rules#hours): 00:00 to 23:00. */
export const hoursOfDay: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, "0")}:00`,
);

const isDay = (text: string): boolean => text === "" || /^\d{4}-\d\d-\d\d$/.test(text);

/** The hours of a day, and the current time if it isn't one of them. */
const timeOptions = (present: string) =>
  [...new Set([...hoursOfDay, present || "00:00"])].sort().map((time) => ({ value: time, label: time }));

type Props = { context: RuleContext; advice: Record<string, string>; places: RuleEditor["places"] };

/** Name, enabled, priority or place (rules#place), start and end date with hours (rules#hours). */
export const RuleMainFields = memo(function RuleMainFields({ context, advice, places }: Props) {
  const form = useFormMetadata<RuleFormValues>();
  const fields = form.getFieldset();
  const moment = (which: "start" | "end", label: string) => {
    const date = fields[`${which}Date`];
    const time = fields[`${which}Time`];
    const day = date.initialValue ?? "";
    return (
      <fieldset className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-2">
        <legend className="sr-only">{label}</legend>
        <TextField
          label={label}
          name={date.name}
          type={isDay(day) ? "date" : "text"}
          max="9999-12-31"
          defaultValue={day}
          errors={date.errors}
          advice={advice[date.name]}
        />
        <SelectField
          label={`${which === "start" ? "Start" : "End"} time`}
          name={time.name}
          options={timeOptions(time.initialValue ?? "")}
          defaultValue={time.initialValue ?? "00:00"}
          errors={time.errors}
          advice={advice[time.name]}
        />
      </fieldset>
    );
  };
  return (
    <div className="space-y-3">
      <div className={places.length > 0 ? "rows-main rows-four" : "rows-main"}>
        <TextField
          {...textsOf(fields.name, "Name", advice.name)}
          defaultValue={fields.name.initialValue}
          maxLength={maxRuleNameLength}
          autoComplete="off"
        />
        <TextField
          {...textsOf(fields.priority, "Priority", advice.priority)}
          defaultValue={fields.priority.initialValue}
          inputMode="numeric"
          autoComplete="off"
        />
        {places.length > 0 && (
          <SelectField
            label="Place"
            name={fields.place.name}
            options={[{ value: "", label: "As its priority says" }, ...places]}
            defaultValue={fields.place.initialValue ?? ""}
            advice={advice.place}
          />
        )}
        <CheckField
          label="Enabled"
          name={fields.enabled.name}
          value="on"
          defaultChecked={fields.enabled.defaultChecked}
        />
      </div>
      <div className="grid-fit-[22rem] items-start gap-3">
        {moment("start", "Start Date")}
        {moment("end", "End Date")}
      </div>
      <p className="field-help">
        The lower priority goes first; a place sets it. Times are in {context.timeZone}. Without a start date
        it has always begun; without an end date it does not end.
      </p>
    </div>
  );
});
