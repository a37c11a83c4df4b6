import { type FormEvent, useState } from "react";
import { addressAdvice, addressFields } from "#app/core/commands/address.ts";
import type { OpenCommand } from "#app/core/commands/command.ts";
import type { AddressField, EventSlot } from "#app/core/commands/model.ts";
import { addressButtons, noteLabel } from "#app/core/specification/actions.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { TextArea, TextField } from "#app/core/ui/fields/fields.tsx";
import { FactList } from "#app/core/ui/text/FactList.tsx";
import { JsonTree } from "#app/core/ui/text/JsonTree.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type Props = { command: OpenCommand<EventSlot>; submitting: boolean };

/** 'Confirm Action' (actions#confirm): the question, with the note, the address or the data that will be sent. */
export function EventDialog({ command, submitting }: Props) {
  const { slot } = command;
  return (
    <ConfirmDialog
      key={`${slot.step} ${JSON.stringify(slot.address)}`}
      command={command}
      submitting={submitting}
      instead={slot.step === "fields" ? <AddressForm command={command} /> : undefined}
      ways={slot.kind === "address" ? editAddress : undefined}
      focusYes={slot.kind === "address"}
      stored={<WhatWasTyped slot={slot} />}
    >
      <input type="hidden" name="kind" value={slot.kind} />
      {slot.kind === "note" && <TextArea label={noteLabel} name="note" defaultValue={slot.note} />}
      {slot.kind === "customer" && <CustomerData text={slot.customerText} />}
      {slot.kind === "address" && <AddressToSend slot={slot} />}
    </ConfirmDialog>
  );
}

const editAddress = (
  <Button type="submit" name="intent" value="edit">
    Edit address
  </Button>
);

/** The fields that stand side by side. */
const town: readonly AddressField[] = ["suburb", "postcode", "state"];

/** The form of an address: what is wrong is said at its field, and checked again as it is typed (actions#wrong-address). */
function AddressForm({ command: { slot, question, closeTo } }: { command: OpenCommand<EventSlot> }) {
  const { trouble } = slot;
  const [typed, setTyped] = useState(slot.address);
  const advice = addressAdvice(typed);
  const isAsRecorded = trouble !== undefined && town.every((name) => typed[name] === trouble.recorded[name]);
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement)
      setTyped((before) => ({ ...before, [target.name]: target.value }));
  };
  const fieldsOf = (isTown: boolean) =>
    addressFields
      .filter(({ name }) => town.includes(name) === isTown)
      .map(({ name, label }) => {
        const errors = isAsRecorded && trouble.field === name ? [advice[name] ?? trouble.words] : undefined;
        return (
          <TextField
            key={name}
            label={label}
            name={name}
            defaultValue={slot.address[name]}
            autoComplete="off"
            errors={errors}
            advice={errors ? undefined : advice[name]}
          />
        );
      });
  const above = fieldsOf(false);
  const country = above.pop();
  return (
    <div className="space-y-3" onInput={onInput}>
      <input type="hidden" name="kind" value={slot.kind} />
      {question.facts.length > 0 && (
        <p className="text-ink-soft">{question.facts.map(({ value }) => value).join(" · ")}</p>
      )}
      {trouble && <Notice tone="attention">{trouble.words}</Notice>}
      {above}
      <div className="grid gap-3 sm:grid-cols-[2fr_1fr_1fr]">{fieldsOf(true)}</div>
      {country}
      <div className="confirm-buttons">
        <Button type="submit" variant="primary" name="intent" value="review">
          {addressButtons.update}
        </Button>
        <LinkButton href={closeTo} data-scroll="keep">
          {addressButtons.cancel}
        </LinkButton>
        {slot.billing !== undefined && (
          <Button type="submit" name="intent" value="billing">
            Use the billing address: {slot.billing}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A dialog that rejects the action still returns the typed values. */
function WhatWasTyped({ slot: { kind, note, address } }: { slot: EventSlot }) {
  const lines = kind === "address" ? addressFields.map(({ name }) => address[name]).filter(Boolean) : [note];
  const typed = lines.join("\n");
  return typed === "" ? null : <TextArea label="What you typed" name="typed" readOnly defaultValue={typed} />;
}

/** Labels of a customer's identifying fields; others are shown by their original names. */
const customerWords: ReadonlyMap<string, string> = new Map([
  ["ap21CustomerCode", "AP21 Customer Code"],
  ["ap21CustomerIdx", "AP21 Customer Idx"],
  ["email", "Email"],
  ["name", "Name"],
  ["phone", "Phone"],
]);

function CustomerData({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  const value: unknown = JSON.parse(text);
  if (value === null) return <p>No customer data is configured for this action: null will be sent.</p>;
  const entries = typeof value === "object" ? Object.entries(value) : [["Value", value] as const];
  return (
    <>
      <p>This will be sent:</p>
      <FactList
        facts={entries.map(([name, fact]) => ({
          label: customerWords.get(name) ?? name,
          value: typeof fact === "string" ? fact : JSON.stringify(fact),
        }))}
      />
      <details className="text-xs">
        <summary className="text-ink-soft">As it is sent</summary>
        <JsonTree label="Customer" value={value} />
      </details>
    </>
  );
}

/** The address as it will be sent, with possible mistakes marked. */
function AddressToSend({ slot }: { slot: EventSlot }) {
  const advice = addressAdvice(slot.address);
  return (
    <>
      <p>This address will be sent:</p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        {addressFields.map(({ name, label }) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{label}</dt>
            <dd className="min-w-0 break-words">
              {slot.address[name] || <span className="text-ink-faint">–</span>}
              {advice[name] && <span className="block font-medium text-attention">{advice[name]}</span>}
              <input type="hidden" name={name} value={slot.address[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
