import { Form } from "@remix-run/react";
import { labelsPrintedPath } from "#app/domains/labels/lastPrices/paths.ts";
import { Button } from "#app/ui/elements.tsx";
import { Hidden } from "./Hidden.tsx";

/** Paper counts as printed once a person presses this (labels#last-labels); `labels` is the report of its labels. */
export const PrintedForm = ({ alias, labels, to }: { alias: string; labels: string; to: string }) => (
  <Form method="post" action={labelsPrintedPath(alias)}>
    <Hidden fields={Object.entries({ labels, to })} />
    <Button type="submit">I printed them</Button>
  </Form>
);
