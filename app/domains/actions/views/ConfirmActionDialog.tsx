import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ConfirmDialog } from "#app/domains/actions/dialog.ts";
import { addressFields } from "#app/domains/actions/model.ts";
import { Button } from "#app/ui/Button.tsx";
import { ConfirmButtons } from "#app/ui/ConfirmButtons.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { JsonTree } from "#app/ui/JsonTree.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Notice } from "#app/ui/Notice.tsx";
import { RouteDialog } from "#app/ui/RouteDialog.tsx";
import { TextArea } from "#app/ui/TextArea.tsx";
import { TextField } from "#app/ui/TextField.tsx";

type Props = { dialog: ConfirmDialog; closeTo: string; submitting: boolean };

/** 'Confirm Action' (1 §2): the question, with the note, the address or the data that will be sent. */
export function ConfirmActionDialog({ dialog, closeTo, submitting }: Props) {
  return (
    <RouteDialog title="Confirm Action" closeTo={closeTo}>
      {dialog.problem && <ErrorBar error={dialog.problem} />}
      {dialog.refusal === undefined ? (
        <ConfirmActionForm dialog={dialog} closeTo={closeTo} submitting={submitting} />
      ) : (
        <>
          <Notice tone="attention">{dialog.refusal}</Notice>
          <WhatWasTyped dialog={dialog} />
          <LinkButton href={closeTo} data-scroll="keep">
            Close
          </LinkButton>
        </>
      )}
    </RouteDialog>
  );
}

function ConfirmActionForm({ dialog, closeTo, submitting }: Props) {
  const [form, fields] = useForm({
    id: `confirm-${dialog.step}`,
    defaultValue: { ...dialog.address, note: dialog.note },
  });
  return (
    <Form {...getFormProps(form)} key={dialog.step} method="post" preventScrollReset replace>
      <input type="hidden" name="token" value={dialog.token} />
      <input type="hidden" name="kind" value={dialog.kind} />
      <input type="hidden" name="text" value={dialog.text} />
      {dialog.step === "fields" ? (
        <>
          <p>
            {dialog.text}
            {dialog.about && <> for {dialog.about}</>}
          </p>
          {addressFields.map(({ name, label, autoComplete }) => (
            <TextField
              key={name}
              label={label}
              name={fields[name].name}
              defaultValue={dialog.address[name]}
              autoComplete={autoComplete}
              advice={dialog.advice[name]}
            />
          ))}
          <div className="confirm-buttons">
            <Button type="submit" variant="primary" name="intent" value="review">
              Update
            </Button>
            <LinkButton href={closeTo} data-scroll="keep">
              Cancel
            </LinkButton>
          </div>
        </>
      ) : (
        <>
          <p>Are you sure you want to {dialog.text}?</p>
          {dialog.about && <p className="faint">{dialog.about}</p>}
          {dialog.kind === "note" && (
            <TextArea label="Note" name={fields.note.name} defaultValue={dialog.note} />
          )}
          {dialog.kind === "customer" && <CustomerData text={dialog.customerText} />}
          {dialog.kind === "address" && <AddressToSend dialog={dialog} />}
          <ConfirmButtons
            yes="Yes"
            no="No"
            closeTo={closeTo}
            {...(submitting ? { pendingText: "Submitting…" } : {})}
          />
        </>
      )}
    </Form>
  );
}

/** A refused dialog still hands back what a person typed into it. */
function WhatWasTyped({ dialog: { kind, note, address } }: { dialog: ConfirmDialog }) {
  const lines = kind === "address" ? addressFields.map(({ name }) => address[name]).filter(Boolean) : [note];
  const typed = lines.join("\n");
  return typed === "" ? null : <TextArea label="What you typed" name="typed" readOnly defaultValue={typed} />;
}

function CustomerData({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  const value: unknown = JSON.parse(text);
  return value === null ? (
    <p>No customer data is configured for this action: null will be sent.</p>
  ) : (
    <JsonTree label="This will be sent" value={value} />
  );
}

/** The address as it will be sent, with the lines that may be slips, and a way back to its form. */
function AddressToSend({ dialog }: { dialog: ConfirmDialog }) {
  return (
    <>
      <p>This address will be sent:</p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        {addressFields.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className="faint">{label}</dt>
            <dd className="min-w-0 break-words">
              {dialog.address[name] || <span className="faint">–</span>}
              {dialog.advice[name] && <span className="field-advice block">{dialog.advice[name]}</span>}
              <input type="hidden" name={name} value={dialog.address[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <Button type="submit" variant="quiet" name="intent" value="edit">
          Edit address
        </Button>
      </div>
    </>
  );
}
