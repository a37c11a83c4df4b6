import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { requireMay } from "#app/auth/guard.server.ts";
import {
  type Choice,
  characterSets,
  type PartnerField,
  type PartnerPage,
  partnerFields,
  partnerLabels,
  weekdays,
} from "#app/domains/edi/partner/partners/partnerForm.ts";
import {
  answerPartnerForm,
  partnerPage,
  requirePartners,
} from "#app/domains/edi/partner/partners/partners.server.ts";
import { partnersPath } from "#app/domains/edi/partner/paths.ts";
import { marketplaceChoices } from "#app/stores/guard.server.ts";
import { LinkButton } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { ConfirmButtons } from "#app/ui/dialogs/ConfirmButtons.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { CheckField, SelectField, TextArea, TextField } from "#app/ui/fields/fields.tsx";
import { Page } from "#app/ui/shell/Page.tsx";

export const meta: MetaFunction = () => [{ title: "EDI partner" }];

async function partnerOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const user = await requireMay(request, "edi");
  await requirePartners(user);
  return { user, id: params.partnerId, stores: () => marketplaceChoices(user) };
}

export async function loader(args: LoaderFunctionArgs) {
  return partnerPage(await partnerOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return answerPartnerForm(await partnerOf(args));
}

type Field = Exclude<PartnerField, "revision">;

const placeOf = (field: Field): string => `partner-${field}`;

const versions = ["1", "2", "3", "4"].map((value) => ({ value, label: value }));

/** A partner's form: identity, interchange syntax, and due times (edi#partner-pages). */
export default function Partner() {
  const opened = useLoaderData<typeof loader>();
  const page: PartnerPage = useActionData<typeof action>() ?? opened;
  const { name, here, token, values, errors, stores, timeZones, mayWrite, problem, conflict } = page;
  const saving = useNavigation().state !== "idle";
  const own = (field: Field) => ({
    label: partnerLabels[field],
    name: field,
    ...(errors[field]?.length ? { errors: errors[field] } : {}),
  });
  const text = (field: Field, inputMode?: "decimal") => (
    <div id={placeOf(field)}>
      <TextField
        {...own(field)}
        defaultValue={values[field] ?? ""}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={inputMode ? undefined : false}
      />
    </div>
  );
  // A value of the record that is missing in the list is shown as it is.
  const choice = (field: Field, options: Choice[]) => {
    const value = values[field] ?? "";
    const isListed = value === "" || options.some((option) => option.value === value);
    const all = isListed ? options : [...options, { value, label: value }];
    return (
      <div id={placeOf(field)}>
        <SelectField {...own(field)} defaultValue={value} options={all} />
      </div>
    );
  };
  const box = (field: Field) => (
    <div key={field} id={placeOf(field)} className={errors[field]?.length ? "col-span-full" : "self-end"}>
      <CheckField {...own(field)} value="on" defaultChecked={values[field] === "on"} />
    </div>
  );
  const form = useRef<HTMLFormElement>(null);
  // Each response has new errors: scroll to the first wrong field, since Save is far below it.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  return (
    <Page title={name ?? "Add a partner"} actions={<LinkButton href={partnersPath}>EDI partners</LinkButton>}>
      {problem && <ErrorBar error={problem} dismissible />}
      {conflict && <Conflict key={token} conflict={conflict} />}
      <Wrong errors={errors} />
      {!mayWrite && <p className="text-ink-soft">Partners are kept by people with the role Admin.</p>}
      <Form ref={form} method="post" action={here} replace className="max-w-4xl space-y-4" noValidate>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="revision" value={values.revision ?? ""} />
        <fieldset disabled={!mayWrite} className="space-y-4">
          <Group title="Who it is">
            {text("name")}
            {choice("store_alias", stores)}
            {text("identification")}
            {text("qualifier")}
            {text("our_identification")}
            {text("our_qualifier")}
          </Group>
          <Group title="How what we send is written">
            {choice("syntax_identifier", characterSets)}
            {choice("syntax_version", versions)}
            {text("wrap_width", "decimal")}
            {box("writes_una")}
          </Group>
          <Group title="Answers">
            {text("acknowledgement_due_hours", "decimal")}
            {text("response_due_hours", "decimal")}
            {text("despatch_due_hours", "decimal")}
            {box("asks_acknowledgement")}
          </Group>
          <Group title="When it works">
            <div className="space-y-3">
              {choice(
                "time_zone",
                timeZones.map((value) => ({ value, label: value })),
              )}
              <fieldset>
                <legend className="field-label">Working days</legend>
                <div className="grid-fill-[7rem] gap-x-3 gap-y-1">{weekdays.map(box)}</div>
              </fieldset>
            </div>
            <div id={placeOf("closed_days")}>
              <TextArea
                {...own("closed_days")}
                defaultValue={values.closed_days ?? ""}
                help="Public holidays and other dates on which nothing is due, one a line: 2026-12-25"
                autoComplete="off"
                spellCheck={false}
              />
            </div>
          </Group>
          {box("active")}
        </fieldset>
        {mayWrite && <ConfirmButtons yes="Save" no="Cancel" closeTo={partnersPath} isPending={saving} />}
      </Form>
    </Page>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="grid items-start gap-3 sm:grid-cols-2">{children}</div>
  </Card>
);

/** With scripting the field itself gets the focus; navigating to its anchor would drop the response with its errors. */
function focusField(event: MouseEvent, field: Field): void {
  const control = document
    .getElementById(placeOf(field))
    ?.querySelector<HTMLElement>("input, select, textarea");
  if (!control) return;
  event.preventDefault();
  control.focus();
}

/** The errors, each linked to its field, since the page's top is far above it. */
function Wrong({ errors }: Pick<PartnerPage, "errors">) {
  const wrong = partnerFields.flatMap((field) => (errors[field] ?? []).map((words) => ({ field, words })));
  if (wrong.length === 0) return null;
  return (
    <Notice tone="attention">
      <p>Nothing was saved:</p>
      <ul className="list-inside list-disc">
        {wrong.map(({ field, words }) => (
          <li key={field}>
            <a href={`#${placeOf(field)}`} onClick={(event) => focusField(event, field)}>
              {partnerLabels[field]}: {words}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The differences from the typed values; scrolled into view, since Save is far below. */
function Conflict({ conflict }: { conflict: NonNullable<PartnerPage["conflict"]> }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1}>
      <Notice tone="attention">
        <p>
          Somebody else kept this partner meanwhile, and nothing of yours was saved. What you typed is still
          here; Save puts it in the place of theirs.
        </p>
        {conflict.length > 0 && (
          <ul className="list-inside list-disc">
            {conflict.map(({ label, now }) => (
              <li key={label}>
                {label}: now {now}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
