import { Form } from "@remix-run/react";
import { Button } from "#app/ui/Button.tsx";
import { Hidden } from "./Hidden.tsx";

/**
 * Paper counts as printed once a person presses this (labels#last-labels); `labels` is the report of its labels, `action`
 * the page's own address.
 */
export const PrintedForm = ({ action, labels }: { action: string; labels: string }) => (
  <Form method="post" action={action}>
    <Hidden fields={[["labels", labels]]} />
    <Button type="submit">I printed them</Button>
  </Form>
);
