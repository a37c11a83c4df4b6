import { FormProvider, FormStateInput, getFormProps, useForm, useFormMetadata } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { type FocusEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { z } from "zod";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { CheckField } from "#app/core/ui/fields/fields.tsx";
import { useEarlierChanges } from "#app/core/ui/fields/useEarlierChanges.ts";
import {
  isSuggested,
  type RuleFormAnswer,
  type RuleFormValues,
  typeOfAttribute,
} from "#app/domains/rules/editor/editor.ts";
import { ruleInWords } from "#app/domains/rules/model.ts";
import { ruleMatchesPath, ruleValuesPath } from "#app/domains/rules/paths.ts";
import {
  maxAskedLength,
  type RuleMatches,
  ruleMatches,
  toAskedGroups,
  unknownMatches,
} from "#app/domains/rules/prices/matches.ts";
import {
  type RuleContext,
  type RuleValues,
  readBase,
  ruleAdvice,
  ruleFields,
  ruleForm,
  toEditedRule,
} from "#app/domains/rules/values.ts";
import { maxRuleNameLength } from "#contract/ruleProblems.ts";
import type { CustomRuleAttribute } from "#contract/rules.ts";
import { RulePreviewSection } from "./RulePreviewSection.tsx";
import { ActionFields, GroupFields } from "./RuleRows.tsx";
import {
  createAdvice,
  RowSelect,
  RowsFormContext,
  RowText,
  textsOf,
  useRowsForm,
  valuesId,
} from "./rowFields.tsx";

/** The hours that a rule's times are chosen from (rules#hours): 00:00 to 23:00. */
export const hoursOfDay: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, "0")}:00`,
);

const isDay = (text: string): boolean => text === "" || /^\d{4}-\d\d-\d\d$/.test(text);

/** The hours of a day, and the current time if it isn't one of them. */
const timeOptions = (present: string) =>
  [...new Set([...hoursOfDay, present || "00:00"])].sort().map((time) => ({ value: time, label: time }));

/** What the form knows of the rule as it was opened. */
type Opened = {
  alias: string;
  values: RuleFormValues;
  advice: Record<string, string>;
  context: RuleContext;
  duplicateHref: string | undefined;
  deleteHref: string | undefined;
};

/** Name, enabled, priority, start and end date with hours (rules#hours). */
const RuleMainFields = memo(function RuleMainFields() {
  const form = useFormMetadata<RuleFormValues>();
  const { timeZone } = useRowsForm();
  const fields = form.getFieldset();
  const moment = (which: "start" | "end", label: string) => {
    const date = fields[`${which}Date`];
    const time = fields[`${which}Time`];
    const day = date.initialValue ?? "";
    return (
      <fieldset className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-2">
        <legend className="sr-only">{label}</legend>
        <RowText
          {...textsOf(date, label)}
          type={isDay(day) ? "date" : "text"}
          max="9999-12-31"
          defaultValue={day}
        />
        <RowSelect
          {...textsOf(time, `${which === "start" ? "Start" : "End"} time`)}
          options={timeOptions(time.initialValue ?? "")}
          defaultValue={time.initialValue ?? "00:00"}
        />
      </fieldset>
    );
  };
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-start gap-2 max-sm:grid-cols-[minmax(0,1fr)_6rem] [&>.check]:mt-[1.375rem] max-sm:[&>.check]:mt-0">
        <RowText
          {...textsOf(fields.name, "Name")}
          defaultValue={fields.name.initialValue}
          maxLength={maxRuleNameLength}
          autoComplete="off"
        />
        <RowText
          {...textsOf(fields.priority, "Priority")}
          defaultValue={fields.priority.initialValue}
          inputMode="numeric"
          autoComplete="off"
        />
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
        The lower priority goes first. Times are in {timeZone}. Without a start date it has always begun;
        without an end date it does not end.
      </p>
    </div>
  );
});

type Props = {
  editor: Opened;
  answer: RuleFormAnswer | undefined;
  sending: string | undefined;
  edited: boolean;
  here: string;
  onEdit: () => void;
};

/** Whether the focus moves to a field: messages that appear must not move a button away from under the pointer. */
const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "checkbox");

/**
 * The form of a rule. Its fields are uncontrolled; conform manages the rows, and the browser validates by the
 * server's schema. Without scripting each button posts, and the page returns with the typed values.
 */
export function RuleForm({ editor, answer, sending, edited, here, onEdit }: Props) {
  const { context } = editor;
  const { values } = answer ?? editor;
  const [advice] = useState(() => createAdvice(answer?.advice ?? editor.advice));
  const unchecked = useRef(false);
  const suggested = useStoreValues(editor.alias, context.attributes, answer?.suggested);
  const [form, fields] = useForm({
    id: "rule",
    defaultValue: values,
    lastResult: answer?.lastResult,
    onValidate({ formData }) {
      unchecked.current = false;
      const submission = parseWithZod(formData, { schema: ruleForm(context), disableAutoCoercion: true });
      const read = ruleFields.safeParse(submission.payload);
      if (read.success) advice.set(ruleAdvice(read.data, context));
      return submission;
    },
  });

  // What was changed before hydration is an edit (rules#edited).
  const formRef = useRef<HTMLFormElement>(null);
  useEarlierChanges(formRef);

  function onInput() {
    unchecked.current = true;
    if (!edited) onEdit();
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (!unchecked.current || !isTypedIn(target) || !isTypedIn(relatedTarget)) return;
    form.validate({ name: target.name });
  }

  const rows = useMemo(() => ({ ...context, advice, here, onEdit }), [context, advice, here, onEdit]);
  const pending = sending === undefined ? {} : { "aria-disabled": true };
  return (
    <FormProvider context={form.context}>
      <RowsFormContext.Provider value={rows}>
        <Form
          {...getFormProps(form)}
          ref={formRef}
          method="post"
          action={here}
          preventScrollReset
          replace
          className="rows-form flex flex-col gap-4"
          onInput={onInput}
          onFocus={suggested.onFocus}
          onBlur={onBlur}
        >
          {/* Enter presses the first button of a form. */}
          <button type="submit" name="intent" value="save" hidden />
          <FormStateInput />
          {/* Not `defaultValue`: a refused form comes back with another token (actions#token). */}
          <input type="hidden" name={fields.base.name} value={values.base} />
          <input type="hidden" name={fields.token.name} value={values.token} />
          <RuleMainFields />
          {Object.entries(suggested.values).map(([attribute, values]) => (
            <datalist key={attribute} id={valuesId(attribute)}>
              {values.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          ))}
          <RuleInWords editor={editor} values={values} counted={answer?.matches} />
          <GroupFields added={answer?.remade?.added} />
          <ActionFields />
          {answer?.preview && <RulePreviewSection preview={answer.preview} />}
          <div className="-bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 print:hidden max-sm:-bottom-3 max-sm:-mx-3 max-sm:-mb-3 max-sm:px-3 tall:sticky">
            <Button type="submit" variant="primary" name="intent" value="save" {...pending}>
              {sending === "save" ? "Saving…" : "Save"}
            </Button>
            <Button type="submit" name="intent" value="preview" formAction={`${here}#preview`} {...pending}>
              {sending === "preview" ? "Working…" : "Preview"}
            </Button>
            {edited && <StatusBadge tone="attention">Edited, not saved</StatusBadge>}
            {editor.duplicateHref && (
              <LinkButton href={editor.duplicateHref} variant="quiet" className="ml-auto" data-scroll="keep">
                Duplicate
              </LinkButton>
            )}
            {editor.deleteHref && (
              <LinkButton href={editor.deleteHref} variant="quiet" data-scroll="keep">
                Delete rule
              </LinkButton>
            )}
          </div>
        </Form>
      </RowsFormContext.Provider>
    </FormProvider>
  );
}

const storeValues = z.object({ values: z.record(z.string(), z.array(z.string())) });

/** The attribute of a field's row, from the select in the same row. */
function attributeOfRow(field: EventTarget | null): string {
  const row = field instanceof HTMLInputElement ? field.closest(".row") : null;
  const select = row?.querySelector("select");
  return select instanceof HTMLSelectElement ? select.value : "";
}

/**
 * The values of the store's products by attribute: those loaded with the page, and those of a row
 * being edited, requested once. Nothing is suggested without a response.
 */
function useStoreValues(
  alias: string,
  attributes: readonly CustomRuleAttribute[],
  loaded: Record<string, string[]> = {},
) {
  const [values, setValues] = useState(loaded);
  const requested = useRef(new Set(Object.keys(loaded)));
  const leaving = useRef<AbortController>();
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  function onFocus({ target }: FocusEvent<HTMLFormElement>) {
    const attribute = attributeOfRow(target);
    const { current: controller } = leaving;
    if (!controller || requested.current.has(attribute)) return;
    if (!isSuggested(typeOfAttribute(attributes, attribute))) return;
    requested.current.add(attribute);
    ask(ruleValuesPath(alias, attribute), storeValues, controller.signal).then(
      (found) => setValues((others) => ({ ...others, ...found?.values })),
      (problem: unknown) => {
        // The page was left, or the network is down: the next row requests it again.
        requested.current.delete(attribute);
        if (!controller.signal.aborted && !(problem instanceof TypeError)) throw problem;
      },
    );
  }
  return { values, onFocus };
}

/** Pause in typing before the form is read, in milliseconds. */
const readPauseMs = 150;

function readTyped(form: HTMLFormElement): RuleValues | undefined {
  const { payload } = parseWithZod(new FormData(form), { schema: ruleFields, disableAutoCoercion: true });
  return ruleFields.safeParse(payload).data;
}

/** The current values of a rule's form, updated as fields and rows change. `within` is inside the form. */
function useTypedRule(opened: RuleFormValues) {
  const within = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<{ over: RuleFormValues; typed: RuleFormValues }>();
  useEffect(() => {
    const form = within.current?.closest("form");
    if (!form) return;
    let timer = 0;
    const look = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        const typed = readTyped(form);
        if (typed) setSeen({ over: opened, typed });
      }, readPauseMs);
    };
    // Rows are added and removed by buttons, without a key press in any field.
    const rows = new MutationObserver(look);
    rows.observe(form, { subtree: true, childList: true, attributes: true, attributeFilter: ["name"] });
    form.addEventListener("input", look);
    return () => {
      window.clearTimeout(timer);
      rows.disconnect();
      form.removeEventListener("input", look);
    };
  }, [opened]);
  return { within, typed: seen?.over === opened ? seen.typed : opened };
}

const pauseMs = 500;

/** The portal's own JSON at an address; undefined for any other answer, such as the page to sign in. */
async function ask<S extends z.ZodType>(href: string, schema: S, signal: AbortSignal) {
  const answer = await fetch(href, { signal, headers: { Accept: "application/json" } });
  if (answer.redirected || !answer.headers.get("Content-Type")?.includes("json")) return undefined;
  return schema.safeParse(await answer.json()).data;
}

/** The matches of the conditions, requested when typing pauses; `before` is the last known result. */
function useMatches(alias: string, groups: string, counted: RuleMatches | undefined) {
  const [latest, setLatest] = useState<{ groups: string; matches: RuleMatches }>();
  useEffect(() => {
    if (groups.length > maxAskedLength) return;
    const asking = new AbortController();
    const timer = window.setTimeout(() => {
      ask(ruleMatchesPath(alias, groups), ruleMatches, asking.signal).then(
        (matches = unknownMatches) => setLatest({ groups, matches }),
        (problem: unknown) => {
          if (asking.signal.aborted) return;
          setLatest({ groups, matches: unknownMatches });
          if (!(problem instanceof TypeError)) throw problem;
        },
      );
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      asking.abort();
    };
  }, [alias, groups]);
  return { matches: latest?.groups === groups ? latest.matches : counted, before: latest?.matches };
}

type WordsProps = {
  editor: Pick<Opened, "alias" | "context">;
  values: RuleFormValues;
  /** The number of products matching the initial values, if the server counted them. */
  counted: RuleMatches | undefined;
};

/** The rule in one sentence, and how many products match, while it is typed (rules#in-words, rules#matches). */
function RuleInWords({ editor: { alias, context }, values, counted }: WordsProps) {
  const { within, typed } = useTypedRule(values);
  const base = readBase(typed.base);
  const initial = typed === values ? counted : undefined;
  const { matches, before } = useMatches(alias, toAskedGroups(typed.groups), initial);
  const link = matches ?? before;
  return (
    <div ref={within} className="space-y-1">
      {base && (
        <p className="font-normal text-ink-soft wrap-anywhere">
          {ruleInWords(toEditedRule({ ...typed, intent: "save" }, base, context.timeZone))}
        </p>
      )}
      {/* Space is reserved during a recount: the form below must not move. */}
      <p className="text-ink-faint min-h-[1lh] max-sm:min-h-[3lh]" aria-live="polite">
        {link ? (
          <span className={matches ? undefined : "invisible"}>
            {link.words || link.note} {link.href !== "" && <a href={link.href}>Show them in Meta Products</a>}
            {link.words !== "" && link.note}
          </span>
        ) : (
          <span className="without-scripting">'Update' beside a row counts the products that match.</span>
        )}
      </p>
    </div>
  );
}
