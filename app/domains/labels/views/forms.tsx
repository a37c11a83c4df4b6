import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { Button } from "#app/core/ui/Button.tsx";

export const Hidden = ({ fields }: { fields: readonly (readonly [string, string])[] }) =>
  fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

/** The button that submitted a form; null for Enter or a script. */
export const submitterOf = ({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLButtonElement | null =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter instanceof HTMLButtonElement
    ? nativeEvent.submitter
    : null;

/**
 * Paper counts as printed once a person presses this (labels#last-labels); `fields.labels` is the report of its labels,
 * `action` the page's own address.
 */
export const PrintedForm = ({ action, fields }: { action: string; fields: { labels: string } }) => (
  <Form method="post" action={action}>
    <Hidden fields={Object.entries(fields)} />
    <Button type="submit">I printed them</Button>
  </Form>
);
