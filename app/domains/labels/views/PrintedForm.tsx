import { Form } from "@remix-run/react";
import { Button } from "#app/ui/Button.tsx";
import { Hidden } from "./Hidden.tsx";

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
