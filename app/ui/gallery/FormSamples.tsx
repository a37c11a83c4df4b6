import { Button, LinkButton } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { ConfirmButtons } from "../dialogs/ConfirmButtons.tsx";
import { RouteDialog } from "../dialogs/RouteDialog.tsx";
import { ErrorBar } from "../feedback/ErrorBar.tsx";
import { Notice } from "../feedback/Notice.tsx";
import { ProgressBar, Spinner } from "../feedback/Progress.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../fields/fields.tsx";
import { Icon, iconNames } from "../Icon.tsx";
import { galleryPath } from "./search.ts";

const variants = ["primary", "secondary", "quiet", "danger"] as const;

/** Buttons, fields and messages in their states. */
export function FormSamples() {
  return (
    <>
      <Card title="Buttons">
        <div className="flex flex-wrap gap-2">
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          {variants.map((variant) => (
            <Button key={variant} variant={variant} disabled>
              {variant}
            </Button>
          ))}
          <LinkButton href={galleryPath({ open: "dialog" })} icon="download">
            Download To Excel
          </LinkButton>
        </div>
        <div className="flex flex-wrap gap-3">
          {iconNames.map((name) => (
            <Icon key={name} name={name} label={name} />
          ))}
          <Spinner />
        </div>
      </Card>
      <Card title="Fields">
        <form className="grid gap-3 sm:grid-cols-2" method="get" action="/gallery">
          <TextField label="Company" name="company" defaultValue="Utopia" help="As printed on the parcel" />
          <TextField label="Postcode" name="postcode" advice="A postcode is missing" />
          <TextField label="Barcode" name="barcode" defaultValue="93000x" errors={["Digits only."]} />
          <SelectField
            label="State"
            name="state"
            options={["VIC", "NSW", "QLD"].map((state) => ({ value: state, label: state }))}
          />
          <TextArea label="Note" name="note" defaultValue={"Two\nlines"} />
          <CheckField label="Display as Tree" name="tree" defaultChecked />
        </form>
        <ProgressBar label="240 of 1,000 products" value={240} max={1000} />
      </Card>
      <Card title="Messages">
        <Notice tone="ok">Submitted: Revalidate, 20 November 2026, 10:42 am AEDT</Notice>
        <Notice tone="attention">It was already submitted; nothing was sent again.</Notice>
        <Notice tone="background">The list is being read again.</Notice>
        <ErrorBar
          dismissible
          retryHref="/gallery"
          error={{
            statusLine: "Bad Gateway",
            code: 502,
            message: "The store service did not answer.",
            stack: "Error: connect ECONNREFUSED\n    at TCPConnectWrap.afterConnect (node:net:1555:16)",
            correlationId: "5f1c2b7e-0f53-4c0f-9d1f-3f1f5a7b9c11",
            advice: "Try again in a minute; nothing was changed.",
          }}
        />
      </Card>
    </>
  );
}

/** The sample dialog or panel `kind`, over the gallery. */
export function DialogSample({ kind }: { kind: "dialog" | "panel" | "wide-panel" }) {
  return (
    <RouteDialog
      kind={kind}
      title={kind === "dialog" ? "Confirm Action" : "Product Data - CLK-204113"}
      closeTo="/gallery"
    >
      <form method="get" action="/gallery">
        <p>Are you sure you want to revalidate this product?</p>
        <TextArea label="Note" name="note" />
        <ConfirmButtons yes="Yes" no="No" closeTo="/gallery" />
      </form>
    </RouteDialog>
  );
}
